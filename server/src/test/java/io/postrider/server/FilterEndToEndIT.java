package io.postrider.server;

final class FilterEndToEndIT extends FilterEndToEndContract {

  FilterEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
