package io.postrider.delivery.simulation;

/**
 * A delivery that has ended is not sent again, but by a replay, or after a crash before that was
 * written down: the model then forgets it too.
 */
final class NothingSentAfterSettled implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    if (!sending.replay() && sending.delivery().isSettled()) {
      throw violated("%s: %s is sent again", sending.driver(), sending.delivery());
    }
  }
}
