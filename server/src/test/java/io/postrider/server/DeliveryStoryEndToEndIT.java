package io.postrider.server;

final class DeliveryStoryEndToEndIT extends DeliveryStoryEndToEndContract {

  DeliveryStoryEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
