package io.postrider.server.bridge;

import io.postrider.delivery.UrlState;
import io.postrider.log.RecordLog;
import io.postrider.route.DestinationId;
import io.postrider.server.control.deliveries.DeliveryStatistics;
import io.postrider.server.deliver.Inspection;
import io.postrider.server.deliver.watch.Latencies;
import io.postrider.server.deliver.watch.StatisticsStore;
import io.postrider.server.deliver.watch.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
    return Figures.kept(() -> inspection.counts(destination, kept(step), from, to)).stream()
        .map(Statistics::count)
        .toList();
  }

  static StatisticsStore.Step kept(Step step) {
    return switch (step) {
      case MINUTE -> StatisticsStore.Step.MINUTE;
      case HOUR -> StatisticsStore.Step.HOUR;
    };
  }

  static Count count(StatisticsStore.Entry entry) {
    Tally tally = entry.tally();
    return new Count(
        entry.start(),
        tally.deliveredCount(),
        tally.retriedCount(),
        tally.failedCount(),
        tally.attempts(),
        latency(tally.latencies()));
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
    long messages = 0;
    Instant oldest = null;
    for (io.postrider.server.deliver.Standing.Backlog backlog : standing.get().backlogs()) {
      long waiting = backlog.waiting() + backlog.unread();
      messages += waiting;
      if (waiting > 0) {
        Instant at =
            log.record(backlog.partition(), backlog.oldest()).map(Figures::acceptedAt).orElse(null);
        oldest = at == null || (oldest != null && oldest.isBefore(at)) ? oldest : at;
      }
    }
    return new Standing(
        new Pending(messages, oldest),
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
