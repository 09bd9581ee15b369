package io.postrider.delivery.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** In no second more rounds begin than a destination allows, but for a tenth to even things out. */
final class RateWithinLimit implements Invariant {

  private final Map<SimulatedDestination, Deque<Long>> recent = new HashMap<>();

  @Override
  public void round(MachineDriver lane, ModelDelivery delivery, boolean replay, long nowMillis) {
    Integer allowed = lane.site().maxRate();
    if (allowed == null) {
      return;
    }
    Deque<Long> times = recent.computeIfAbsent(lane.site(), site -> new ArrayDeque<>());
    times.addLast(nowMillis);
    while (times.getFirst() <= nowMillis - 1000) {
      times.removeFirst();
    }
    if (times.size() > allowed + Math.max(1, allowed / 10) + 1) {
      throw violated("%s began %d rounds in a second", lane.site(), times.size());
    }
  }

  @Override
  public void reconfigured(SimulatedDestination site, long nowMillis) {
    recent.remove(site);
  }

  @Override
  public void died(long nowMillis) {
    recent.clear();
  }
}
