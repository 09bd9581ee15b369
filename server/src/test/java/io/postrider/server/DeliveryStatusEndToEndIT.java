package io.postrider.server;

final class DeliveryStatusEndToEndIT extends DeliveryStatusEndToEndContract {

  DeliveryStatusEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
