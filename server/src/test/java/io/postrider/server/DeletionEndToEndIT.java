package io.postrider.server;

final class DeletionEndToEndIT extends DeletionEndToEndContract {

  DeletionEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
