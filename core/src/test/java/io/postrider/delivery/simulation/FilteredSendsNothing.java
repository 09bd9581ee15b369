package io.postrider.delivery.simulation;

/** The current filters decide before every round. */
final class FilteredSendsNothing implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    if (sending.delivery().message.blockable() && sending.driver().destination().isBlocking()) {
      throw violated("%s: %s is sent", sending.driver(), sending.delivery());
    }
  }
}
