package io.postrider.server.delivery;

final class DeliveryServiceIT extends DeliveryServiceContract {

  DeliveryServiceIT() {
    super(new KafkaStorage());
  }
}
