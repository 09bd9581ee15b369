package io.postrider.delivery.simulation;

import io.postrider.delivery.Outcome;
import java.util.HashMap;
import java.util.Map;

/** No URL has more concurrent attempts than its destination and the rules allow. */
final class ConcurrencyWithinLimits implements Invariant {

  private final SimulatedWorld world;
  private final Map<String, Integer> running = new HashMap<>();

  ConcurrencyWithinLimits(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    int now = running.merge(sending.url(), 1, Integer::sum);
    Integer allowed = sending.driver().destination().maxConcurrency();
    int most = world.rules().mostConcurrency();
    if (now > (allowed == null ? most : Math.min(most, allowed))) {
      throw violated("%s has %d attempts at once", sending.url(), now);
    }
  }

  @Override
  public void ending(MachineDriver driver, String url, Outcome outcome, long nowMillis) {
    running.computeIfPresent(url, (known, count) -> count - 1);
  }

  @Override
  public void reconfigured(SimulatedDestination destination, long nowMillis) {
    // attempts that run at a removed URL do not count if the URL is added again
    String prefix = destination.urlPrefix();
    running
        .keySet()
        .removeIf(
            url ->
                url.startsWith(prefix)
                    && destination.receivers().stream().noneMatch(kept -> kept.url().equals(url)));
  }

  @Override
  public void died(long nowMillis) {
    running.clear();
  }
}
