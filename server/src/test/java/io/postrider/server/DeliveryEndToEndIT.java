package io.postrider.server;

final class DeliveryEndToEndIT extends DeliveryEndToEndContract {

  DeliveryEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
