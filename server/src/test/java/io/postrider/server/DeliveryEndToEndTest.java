package io.postrider.server;

final class DeliveryEndToEndTest extends DeliveryEndToEndContract {

  DeliveryEndToEndTest() {
    super(TestEngine.embedded());
  }
}
