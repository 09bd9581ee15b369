package io.postrider.server.delivery;

final class DeliveryServiceTest extends DeliveryServiceContract {

  DeliveryServiceTest() {
    super(DeliveryStorage.local());
  }
}
