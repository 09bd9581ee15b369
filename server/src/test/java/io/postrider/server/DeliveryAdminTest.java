package io.postrider.server;

final class DeliveryAdminTest extends DeliveryAdminContract {

  DeliveryAdminTest() {
    super(TestEngine.embedded());
  }
}
