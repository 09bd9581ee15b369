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

/** Reads the delivery statistics of this node. */
public final class NodeDeliveryStatistics implements DeliveryStatistics {

  private final DeliveryInspector inspection;
  private final RecordLog log;

  NodeDeliveryStatistics(DeliveryInspector inspection, RecordLog log) {
    this.inspection = inspection;
    this.log = log;
  }

  @Override
  public List<Count> counts(DestinationId destination, TimeStep step, Instant from, Instant to) {
    return together(
        inspection.counts(destination, step, from, to),
        inspection.backlogs(destination, step, from, to));
  }

  /** Joins counts and backlogs by step, oldest first. */
  public static List<Count> together(
      List<StatisticsStore.Entry> counts, List<BacklogStore.Entry> backlogs) {
    Map<Instant, DeliveryCounts> byStart = new TreeMap<>();
    Map<Instant, Backlog> waited = new HashMap<>();
    backlogs.forEach(
        entry -> {
          byStart.put(entry.start(), new DeliveryCounts());
          waited.put(entry.start(), backlog(entry.most()));
        });
    counts.forEach(entry -> byStart.put(entry.start(), entry.counts()));
    return byStart.entrySet().stream()
        .map(entry -> count(entry.getKey(), entry.getValue(), waited.get(entry.getKey())))
        .toList();
  }

  private static Backlog backlog(io.postrider.server.delivery.stats.Backlog stored) {
    return new Backlog(stored.messages(), stored.messages() == 0 ? null : stored.age());
  }

  private static Count count(Instant at, DeliveryCounts counts, @Nullable Backlog backlog) {
    return new Count(
        at,
        counts.deliveredCount(),
        counts.retriedCount(),
        counts.failedCount(),
        counts.attempts(),
        latency(counts.latencies()),
        backlog);
  }

  private static @Nullable Latency latency(LatencyHistogram latencies) {
    return latencies.count() == 0
        ? null
        : new Latency(latencies.quantile(0.5), latencies.quantile(0.95), latencies.quantile(0.99));
  }

  @Override
  public Snapshot snapshot(DestinationId destination) {
    Optional<io.postrider.server.delivery.DestinationStatus> status =
        inspection.status(destination);
    if (status.isEmpty()) {
      return new Snapshot(new Pending(0, null), List.of());
    }
    return new Snapshot(
        new Pending(status.get().waiting(), new WaitTimes(log).since(status.get())),
        status.get().urls().stream().map(NodeDeliveryStatistics::url).toList());
  }

  private static Url url(UrlState state) {
    Breaker breaker = Breaker.CLOSED;
    if (state.probed()) {
      breaker = state.nextProbe() == null ? Breaker.PROBING : Breaker.OPEN;
    }
    return new Url(state.url(), breaker, state.nextProbe(), state.limit(), state.inFlight());
  }
}
