package io.postrider.delivery.simulation;

/** What was pending when a destination was disabled is not sent any more, but by a replay. */
final class DisabledSendsNothing implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    MachineDriver lane = sending.lane();
    if (!sending.replay()
        && sending.delivery().message.offset()
            < lane.site().cancelledTo(lane.ledger().partition())) {
      throw violated("%s: %s is sent", lane, sending.delivery());
    }
  }
}
