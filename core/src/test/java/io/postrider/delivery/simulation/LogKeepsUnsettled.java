package io.postrider.delivery.simulation;

/** The log is told to keep everything that is not settled. */
final class LogKeepsUnsettled implements Invariant {

  @Override
  public void started(MachineDriver driver, long nowMillis) {
    check(driver);
  }

  @Override
  public void stepped(MachineDriver driver, long nowMillis) {
    check(driver);
  }

  private void check(MachineDriver driver) {
    ModelDelivery oldest = driver.ledger().oldestUnsettled();
    if (oldest != null && oldest.message.offset() < driver.machine().neededFrom()) {
      throw violated("%s: %s, needed from %d", driver, oldest, driver.machine().neededFrom());
    }
  }
}
