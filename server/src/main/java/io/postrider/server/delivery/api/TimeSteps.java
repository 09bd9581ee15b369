package io.postrider.server.delivery.api;

import io.postrider.server.delivery.api.DeliveryStatistics.Backlog;
import io.postrider.server.delivery.api.DeliveryStatistics.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills a time range with a count for every step. Pure. */
public final class TimeSteps {

  private TimeSteps() {}

  /**
   * A count for every step of a range, empty ones included. The present backlog raises the backlog
   * of the present step.
   *
   * @param known the stored counts
   * @param messages the present backlog
   * @param oldestAt when the oldest waiting message was accepted; null if none waits
   */
  public static List<Count> of(
      TimeRange period, List<Count> known, long messages, @Nullable Instant oldestAt, Instant now) {
    Map<Instant, Count> counts = new HashMap<>();
    known.forEach(count -> counts.put(count.at(), count));
    Instant present = period.step().start(now);
    Backlog waiting = waiting(messages, oldestAt, now);
    return period.starts().stream()
        .map(
            at -> {
              Count count = counts.getOrDefault(at, Count.none(at));
              return at.equals(present) ? count.withAtLeast(waiting) : count;
            })
        .toList();
  }

  private static Backlog waiting(long messages, @Nullable Instant oldestAt, Instant now) {
    if (messages == 0) {
      return new Backlog(0, null);
    }
    boolean known = oldestAt != null && oldestAt.isBefore(now);
    return new Backlog(messages, known ? Duration.between(oldestAt, now) : Duration.ZERO);
  }
}
