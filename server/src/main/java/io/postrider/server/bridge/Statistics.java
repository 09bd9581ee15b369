package io.postrider.server.bridge;

import io.postrider.delivery.UrlState;
import io.postrider.log.RecordLog;
import io.postrider.route.DestinationId;
import io.postrider.server.control.deliveries.DeliveryStatistics;
import io.postrider.server.deliver.Inspection;
import io.postrider.server.deliver.Waits;
import io.postrider.server.deliver.watch.BacklogStore;
import io.postrider.server.deliver.watch.Latencies;
import io.postrider.server.deliver.watch.StatisticsStore;
import io.postrider.server.deliver.watch.Tally;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was counted, and what waits. */
final class Statistics implements DeliveryStatistics {

  private final Inspection inspection;
  private final RecordLog log;

  Statistics(Inspection inspection, RecordLog log) {
    this.inspection = inspection;
    this.log = log;
  }

  @Override
  public List<Count> counts(DestinationId destination, Step step, Instant from, Instant to) {
    StatisticsStore.Step kept = kept(step);
    return together(
        Figures.kept(() -> inspection.counts(destination, kept, from, to)),
        Figures.kept(() -> inspection.backlogs(destination, kept, from, to)));
  }

  /** What happened and what waited, by steps, oldest first. */
  static List<Count> together(
      List<StatisticsStore.Entry> counts, List<BacklogStore.Entry> backlogs) {
    Map<Instant, Tally> tallies = new TreeMap<>();
    Map<Instant, Backlog> waited = new HashMap<>();
    backlogs.forEach(
        entry -> {
          tallies.put(entry.start(), new Tally());
          waited.put(entry.start(), backlog(entry.most()));
        });
    counts.forEach(entry -> tallies.put(entry.start(), entry.tally()));
    return tallies.entrySet().stream()
        .map(entry -> count(entry.getKey(), entry.getValue(), waited.get(entry.getKey())))
        .toList();
  }

  private static Backlog backlog(io.postrider.server.deliver.watch.Backlog kept) {
    return new Backlog(kept.messages(), kept.messages() == 0 ? null : kept.age());
  }

  static StatisticsStore.Step kept(Step step) {
    return switch (step) {
      case MINUTE -> StatisticsStore.Step.MINUTE;
      case HOUR -> StatisticsStore.Step.HOUR;
    };
  }

  private static Count count(Instant at, Tally tally, @Nullable Backlog backlog) {
    return new Count(
        at,
        tally.deliveredCount(),
        tally.retriedCount(),
        tally.failedCount(),
        tally.attempts(),
        latency(tally.latencies()),
        backlog);
  }

  private static @Nullable Latency latency(Latencies latencies) {
    return latencies.count() == 0
        ? null
        : new Latency(latencies.quantile(0.5), latencies.quantile(0.95), latencies.quantile(0.99));
  }

  @Override
  public Standing standing(DestinationId destination) {
    Optional<io.postrider.server.deliver.Standing> standing = inspection.standing(destination);
    if (standing.isEmpty()) {
      return new Standing(new Pending(0, null), List.of());
    }
    return new Standing(
        new Pending(standing.get().waiting(), new Waits(log).since(standing.get())),
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
