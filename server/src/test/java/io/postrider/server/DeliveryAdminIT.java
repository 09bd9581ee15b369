package io.postrider.server;

final class DeliveryAdminIT extends DeliveryAdminContract {

  DeliveryAdminIT() {
    super(new KafkaTestEngine());
  }
}
