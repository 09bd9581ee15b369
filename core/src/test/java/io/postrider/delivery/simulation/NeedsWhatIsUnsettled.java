package io.postrider.delivery.simulation;

/** The log is told to keep everything that is not settled. */
final class NeedsWhatIsUnsettled implements Invariant {

  @Override
  public void started(Lane lane, long nowMillis) {
    check(lane);
  }

  @Override
  public void stepped(Lane lane, long nowMillis) {
    check(lane);
  }

  private void check(Lane lane) {
    Delivery oldest = lane.ledger().oldestUnsettled();
    if (oldest != null && oldest.message.offset() < lane.machine().neededFrom()) {
      throw violated("%s: %s, needed from %d", lane, oldest, lane.machine().neededFrom());
    }
  }
}
