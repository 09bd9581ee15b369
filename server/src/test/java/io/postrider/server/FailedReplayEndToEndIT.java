package io.postrider.server;

final class FailedReplayEndToEndIT extends FailedReplayEndToEndContract {

  FailedReplayEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
