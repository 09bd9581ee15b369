package io.postrider.server;

final class AudienceEndToEndIT extends AudienceEndToEndContract {

  AudienceEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
