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
  static final class Stretch {
    final long since;
    final long stamp;
    final long pausedBefore;
    final long pausedWhileUpBefore;
    long until = Long.MAX_VALUE;

    /** Until when it is also written down. */
    long surelyUntil = Long.MAX_VALUE;

    boolean forgotten;

    Stretch(long since, long stamp, SimulatedDestination destination) {
      this.since = since;
      this.stamp = stamp;
      this.pausedBefore = destination.pausedMillis(since);
      this.pausedWhileUpBefore = destination.pausedWhileUpMillis(since);
    }
  }

  private final SimulatedWorld world;
  private final Map<SimulatedDestination, List<Stretch>> stretches = new HashMap<>();

  OutageHistory(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void stepped(MachineDriver driver, long nowMillis) {
    DestinationLimits limits = driver.process().limits(driver.destination());
    boolean failing = limits.isHeld() && limits.state() != DestinationState.PAUSED;
    List<Stretch> known =
        stretches.computeIfAbsent(driver.destination(), destination -> new ArrayList<>());
    Stretch last = known.isEmpty() ? null : known.getLast();
    boolean was = last != null && last.until == Long.MAX_VALUE;
    if (failing && !was) {
      known.add(new Stretch(nowMillis, world.books().stamp(), driver.destination()));
    } else if (!failing && last != null && was && !driver.destination().isPaused()) {
      last.until = nowMillis;
      last.surelyUntil = nowMillis;
    }
  }

  @Override
  public void died(long nowMillis) {
    for (List<Stretch> known : stretches.values()) {
      for (Stretch stretch : known) {
        stretch.until = Math.min(stretch.until, nowMillis);
        stretch.surelyUntil = Math.min(stretch.surelyUntil, world.store().takenAtMillis());
        stretch.forgotten |= stretch.stamp > world.store().stamp();
      }
    }
  }

  /** The first stretch that can have held a message back, or null. */
  @Nullable Stretch first(SimulatedDestination destination, SimulatedMessage message) {
    for (Stretch stretch : stretches.getOrDefault(destination, List.of())) {
      if (stretch.until > message.acceptedAtMillis()) {
        return stretch;
      }
    }
    return null;
  }

  /** The first stretch that has surely held a message back, and was written down; or null. */
  @Nullable Stretch sure(SimulatedDestination destination, SimulatedMessage message) {
    for (Stretch stretch : stretches.getOrDefault(destination, List.of())) {
      if (!stretch.forgotten && stretch.surelyUntil > message.acceptedAtMillis() + 10_000) {
        return stretch;
      }
    }
    return null;
  }
}
