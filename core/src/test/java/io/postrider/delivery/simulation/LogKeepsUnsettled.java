package io.postrider.delivery.simulation;

/** Machines request retention of all unsettled messages. */
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
    ModelDelivery oldest = driver.model().oldestUnsettled();
    if (oldest != null && oldest.message.offset() < driver.machine().neededFrom()) {
      throw violated("%s: %s, needed from %d", driver, oldest, driver.machine().neededFrom());
    }
  }
}
