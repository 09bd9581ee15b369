package io.postrider.delivery.simulation;

/**
 * A settled delivery is sent again only by a replay, or after a crash before its status was saved:
 * the model then forgets it too.
 */
final class NothingSentAfterSettled implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    if (!sending.replay() && sending.delivery().isSettled()) {
      throw violated("%s: %s is sent again", sending.driver(), sending.delivery());
    }
  }
}
