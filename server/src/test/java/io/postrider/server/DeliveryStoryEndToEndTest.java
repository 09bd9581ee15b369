package io.postrider.server;

final class DeliveryStoryEndToEndTest extends DeliveryStoryEndToEndContract {

  DeliveryStoryEndToEndTest() {
    super(TestEngine.embedded());
  }
}
