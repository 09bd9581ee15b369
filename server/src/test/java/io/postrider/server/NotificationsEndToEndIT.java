package io.postrider.server;

final class NotificationsEndToEndIT extends NotificationsEndToEndContract {

  NotificationsEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
