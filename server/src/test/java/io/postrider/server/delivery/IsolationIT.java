package io.postrider.server.delivery;

final class IsolationIT extends IsolationContract {

  IsolationIT() {
    super(new KafkaStorage());
  }
}
