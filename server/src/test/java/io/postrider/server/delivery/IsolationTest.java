package io.postrider.server.delivery;

final class IsolationTest extends IsolationContract {

  IsolationTest() {
    super(DeliveryStorage.local());
  }
}
