package io.postrider.delivery.simulation;

import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.DestinationState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The times in which destinations reported an outage, for the invariants of windows. */
final class OutageHistory implements Invariant {

  /** A period in which a destination was failing. */
  static final class Outage {
    final long since;
    final long stamp;
    final long pausedBefore;
    final long pausedWhileUpBefore;
    long until = Long.MAX_VALUE;

    /** Until when the outage is also saved. */
    long surelyUntil = Long.MAX_VALUE;

    boolean forgotten;

    Outage(long since, long stamp, SimulatedDestination destination) {
      this.since = since;
      this.stamp = stamp;
      this.pausedBefore = destination.pausedMillis(since);
      this.pausedWhileUpBefore = destination.pausedWhileUpMillis(since);
    }
  }

  private final SimulatedWorld world;
  private final Map<SimulatedDestination, List<Outage>> outages = new HashMap<>();

  OutageHistory(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void stepped(MachineDriver driver, long nowMillis) {
    DestinationLimits limits = driver.process().limits(driver.destination());
    boolean failing = limits.isHeld() && limits.state() != DestinationState.PAUSED;
    List<Outage> known =
        outages.computeIfAbsent(driver.destination(), destination -> new ArrayList<>());
    Outage last = known.isEmpty() ? null : known.getLast();
    boolean was = last != null && last.until == Long.MAX_VALUE;
    if (failing && !was) {
      known.add(new Outage(nowMillis, world.recorder().stamp(), driver.destination()));
    } else if (last != null && was && !limits.isHeld()) {
      last.until = nowMillis;
      last.surelyUntil = nowMillis;
    }
  }

  @Override
  public void died(long nowMillis) {
    for (List<Outage> known : outages.values()) {
      for (Outage outage : known) {
        outage.until = Math.min(outage.until, nowMillis);
        outage.surelyUntil = Math.min(outage.surelyUntil, world.store().takenAtMillis());
        outage.forgotten |= outage.stamp > world.store().stamp();
      }
    }
  }

  /** The first outage that may have held a message back, or null. */
  @Nullable Outage first(SimulatedDestination destination, SimulatedMessage message) {
    for (Outage outage : outages.getOrDefault(destination, List.of())) {
      if (outage.until > message.acceptedAtMillis()) {
        return outage;
      }
    }
    return null;
  }

  /** The first saved outage that certainly held a message back, or null. */
  @Nullable Outage sure(SimulatedDestination destination, SimulatedMessage message) {
    for (Outage outage : outages.getOrDefault(destination, List.of())) {
      if (!outage.forgotten && outage.surelyUntil > message.acceptedAtMillis() + 10_000) {
        return outage;
      }
    }
    return null;
  }
}
