package io.postrider.delivery.simulation;

/** A paused destination gets nothing, not even from replays. */
final class PausedSendsNothing implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    if (sending.driver().destination().isPaused()) {
      throw violated("%s: %s is sent", sending.driver(), sending.delivery());
    }
  }
}
