package io.postrider.server.delivery;

final class FilteredDeliveryIT extends FilteredDeliveryContract {

  FilteredDeliveryIT() {
    super(new KafkaStorage());
  }
}
