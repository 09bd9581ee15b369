package io.postrider.server.delivery;

final class ReplayServiceIT extends ReplayServiceContract {

  ReplayServiceIT() {
    super(new KafkaStorage());
  }
}
