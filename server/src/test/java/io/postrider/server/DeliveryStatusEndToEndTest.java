package io.postrider.server;

final class DeliveryStatusEndToEndTest extends DeliveryStatusEndToEndContract {

  DeliveryStatusEndToEndTest() {
    super(TestEngine.embedded());
  }
}
