package io.postrider.delivery.simulation;

/** The log is told to keep everything that is not settled. */
final class LogKeepsUnsettled implements Invariant {

  @Override
  public void started(MachineDriver lane, long nowMillis) {
    check(lane);
  }

  @Override
  public void stepped(MachineDriver lane, long nowMillis) {
    check(lane);
  }

  private void check(MachineDriver lane) {
    ModelDelivery oldest = lane.ledger().oldestUnsettled();
    if (oldest != null && oldest.message.offset() < lane.machine().neededFrom()) {
      throw violated("%s: %s, needed from %d", lane, oldest, lane.machine().neededFrom());
    }
  }
}
