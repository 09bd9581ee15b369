package io.postrider.server;

final class NotificationsEndToEndTest extends NotificationsEndToEndContract {

  NotificationsEndToEndTest() {
    super(TestEngine.embedded());
  }
}
