package io.postrider.server.delivery;

final class DeliveryFaultTest extends DeliveryFaultContract {

  DeliveryFaultTest() {
    super(DeliveryStorage.local());
  }
}
