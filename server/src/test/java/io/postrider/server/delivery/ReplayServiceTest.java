package io.postrider.server.delivery;

final class ReplayServiceTest extends ReplayServiceContract {

  ReplayServiceTest() {
    super(DeliveryStorage.local());
  }
}
