package io.postrider.delivery.simulation;

/** After a person's deletion was sent, nothing older about that person is sent. */
final class DeleteSupersedesOlder implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    if (!sending.replay() && sending.driver().model().isSuperseded(sending.delivery().message)) {
      throw violated("%s: %s is sent after a delete", sending.driver(), sending.delivery());
    }
  }
}
