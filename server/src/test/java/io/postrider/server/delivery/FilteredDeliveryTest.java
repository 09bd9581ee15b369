package io.postrider.server.delivery;

final class FilteredDeliveryTest extends FilteredDeliveryContract {

  FilteredDeliveryTest() {
    super(DeliveryStorage.local());
  }
}
