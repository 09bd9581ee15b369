package io.postrider.server.delivery.api;

import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.BacklogAge;
import io.postrider.server.delivery.DestinationStatuses;
import io.postrider.server.delivery.StatisticsReader;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StepCounts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the delivery statistics of all nodes. */
final class NodeDeliveryStatistics implements DeliveryStatistics {

  private final StatisticsReader counts;
  private final DestinationStatuses statuses;
  private final RecordLog log;

  NodeDeliveryStatistics(StatisticsReader counts, DestinationStatuses statuses, RecordLog log) {
    this.counts = counts;
    this.statuses = statuses;
    this.log = log;
  }

  @Override
  public List<StepCounts> counts(
      DestinationId destination, TimeStep step, Instant from, Instant to) {
    return counts.counts(destination, step, from, to);
  }

  @Override
  public List<StatisticsStore.Volume> volumes(Instant from) {
    return counts.volumes(from);
  }

  @Override
  public @Nullable Instant countedSince(TimeStep step, Instant now) {
    return counts.countedSince(step, now);
  }

  @Override
  public Snapshot snapshot(DestinationId destination) {
    return statuses
        .status(destination)
        .map(
            status ->
                new Snapshot(
                    new Pending(status.waiting(), new BacklogAge(log).since(status)),
                    status.urls().stream().map(NodeDeliveryStatistics::url).toList()))
        .orElseGet(() -> DeliveryStatistics.super.snapshot(destination));
  }

  @Override
  public Map<DestinationId, Long> waiting() {
    return statuses.statuses().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().waiting()));
  }

  private static Url url(UrlState state) {
    Breaker breaker = Breaker.CLOSED;
    if (state.breakerOpen()) {
      breaker = state.nextProbe() == null ? Breaker.PROBING : Breaker.OPEN;
    }
    return new Url(
        state.url(), health(state), breaker, state.nextProbe(), state.limit(), state.inFlight());
  }

  private static DestinationHealth.State health(UrlState state) {
    if (state.failing()) {
      return DestinationHealth.State.FAILING;
    }
    return state.lastFailure() == null
        ? DestinationHealth.State.HEALTHY
        : DestinationHealth.State.DEGRADED;
  }
}
