package io.postrider.server.delivery.api;

import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.WaitTimes;
import io.postrider.server.delivery.stats.BacklogStore;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.LatencyHistogram;
import io.postrider.server.delivery.stats.StatisticsStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was counted, and what waits. */
public final class Statistics implements DeliveryStatistics {

  private final DeliveryInspector inspection;
  private final RecordLog log;

  Statistics(DeliveryInspector inspection, RecordLog log) {
    this.inspection = inspection;
    this.log = log;
  }

  @Override
  public List<Count> counts(DestinationId destination, TimeStep step, Instant from, Instant to) {
    return together(
        inspection.counts(destination, step, from, to),
        inspection.backlogs(destination, step, from, to));
  }

  /** What happened and what waited, by steps, oldest first. */
  public static List<Count> together(
      List<StatisticsStore.Entry> counts, List<BacklogStore.Entry> backlogs) {
    Map<Instant, DeliveryCounts> tallies = new TreeMap<>();
    Map<Instant, Backlog> waited = new HashMap<>();
    backlogs.forEach(
        entry -> {
          tallies.put(entry.start(), new DeliveryCounts());
          waited.put(entry.start(), backlog(entry.most()));
        });
    counts.forEach(entry -> tallies.put(entry.start(), entry.tally()));
    return tallies.entrySet().stream()
        .map(entry -> count(entry.getKey(), entry.getValue(), waited.get(entry.getKey())))
        .toList();
  }

  private static Backlog backlog(io.postrider.server.delivery.stats.Backlog kept) {
    return new Backlog(kept.messages(), kept.messages() == 0 ? null : kept.age());
  }

  private static Count count(Instant at, DeliveryCounts tally, @Nullable Backlog backlog) {
    return new Count(
        at,
        tally.deliveredCount(),
        tally.retriedCount(),
        tally.failedCount(),
        tally.attempts(),
        latency(tally.latencies()),
        backlog);
  }

  private static @Nullable Latency latency(LatencyHistogram latencies) {
    return latencies.count() == 0
        ? null
        : new Latency(latencies.quantile(0.5), latencies.quantile(0.95), latencies.quantile(0.99));
  }

  @Override
  public Standing standing(DestinationId destination) {
    Optional<io.postrider.server.delivery.DestinationStatus> standing =
        inspection.standing(destination);
    if (standing.isEmpty()) {
      return new Standing(new Pending(0, null), List.of());
    }
    return new Standing(
        new Pending(standing.get().waiting(), new WaitTimes(log).since(standing.get())),
        standing.get().urls().stream().map(Statistics::url).toList());
  }

  private static Url url(UrlState state) {
    Breaker breaker = Breaker.CLOSED;
    if (state.probed()) {
      breaker = state.nextProbe() == null ? Breaker.PROBING : Breaker.OPEN;
    }
    return new Url(state.url(), breaker, state.nextProbe(), state.limit(), state.inFlight());
  }
}
