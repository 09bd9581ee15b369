package io.postrider.delivery.simulation;

import java.util.HashMap;
import java.util.Map;

/** A cursor only moves on; after a restart it is no further back than what was written down. */
final class CursorNeverGoesBack implements Invariant {

  private final SimulatedWorld world;
  private final Map<PartitionModel, Long> reached = new HashMap<>();

  CursorNeverGoesBack(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void started(MachineDriver lane, long nowMillis) {
    SimulatedStore.Row row = world.store().row(lane.ledger());
    long written = row == null ? world.store().position(lane.ledger().partition()) : row.readTo();
    if (lane.machine().readTo() < written) {
      throw violated("%s starts at %d, not %d", lane, lane.machine().readTo(), written);
    }
    reached.put(lane.ledger(), lane.machine().readTo());
  }

  @Override
  public void stepped(MachineDriver lane, long nowMillis) {
    long readTo = lane.machine().readTo();
    Long before = reached.put(lane.ledger(), readTo);
    if (before != null && readTo < before) {
      throw violated("%s went back from %d to %d", lane, before, readTo);
    }
  }
}
