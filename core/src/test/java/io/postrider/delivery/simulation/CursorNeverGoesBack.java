package io.postrider.delivery.simulation;

import java.util.HashMap;
import java.util.Map;

/** A cursor only moves forward; after a restart it is at the saved position or later. */
final class CursorNeverGoesBack implements Invariant {

  private final SimulatedWorld world;
  private final Map<PartitionModel, Long> reached = new HashMap<>();

  CursorNeverGoesBack(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void started(MachineDriver driver, long nowMillis) {
    SimulatedStore.Row row = world.store().row(driver.model());
    long written = row == null ? world.store().position(driver.model().partition()) : row.readTo();
    if (driver.machine().readTo() < written) {
      throw violated("%s starts at %d, not %d", driver, driver.machine().readTo(), written);
    }
    reached.put(driver.model(), driver.machine().readTo());
  }

  @Override
  public void stepped(MachineDriver driver, long nowMillis) {
    long readTo = driver.machine().readTo();
    Long before = reached.put(driver.model(), readTo);
    if (before != null && readTo < before) {
      throw violated("%s went back from %d to %d", driver, before, readTo);
    }
  }
}
