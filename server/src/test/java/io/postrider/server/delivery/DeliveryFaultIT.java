package io.postrider.server.delivery;

final class DeliveryFaultIT extends DeliveryFaultContract {

  DeliveryFaultIT() {
    super(new KafkaStorage());
  }
}
