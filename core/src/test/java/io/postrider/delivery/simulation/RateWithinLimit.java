package io.postrider.delivery.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** No second has more rounds than the destination allows, with a tolerance of a tenth. */
final class RateWithinLimit implements Invariant {

  private final Map<SimulatedDestination, Deque<Long>> recent = new HashMap<>();

  @Override
  public void round(MachineDriver driver, ModelDelivery delivery, boolean replay, long nowMillis) {
    Integer allowed = driver.destination().maxRate();
    if (allowed == null) {
      return;
    }
    Deque<Long> times =
        recent.computeIfAbsent(driver.destination(), destination -> new ArrayDeque<>());
    times.addLast(nowMillis);
    while (times.getFirst() <= nowMillis - 1000) {
      times.removeFirst();
    }
    if (times.size() > allowed + Math.max(1, allowed / 10) + 1) {
      throw violated("%s began %d rounds in a second", driver.destination(), times.size());
    }
  }

  @Override
  public void reconfigured(SimulatedDestination destination, long nowMillis) {
    recent.remove(destination);
  }

  @Override
  public void died(long nowMillis) {
    recent.clear();
  }
}
