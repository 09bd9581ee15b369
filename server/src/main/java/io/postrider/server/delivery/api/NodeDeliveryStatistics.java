package io.postrider.server.delivery.api;

import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.BacklogAge;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StepCounts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the delivery statistics of this node. */
final class NodeDeliveryStatistics implements DeliveryStatistics {

  private final DeliveryInspector inspector;
  private final RecordLog log;

  NodeDeliveryStatistics(DeliveryInspector inspector, RecordLog log) {
    this.inspector = inspector;
    this.log = log;
  }

  @Override
  public List<StepCounts> counts(
      DestinationId destination, TimeStep step, Instant from, Instant to) {
    return inspector.counts(destination, step, from, to);
  }

  @Override
  public List<StatisticsStore.Volume> volumes(Instant from) {
    return inspector.volumes(from);
  }

  @Override
  public @Nullable Instant countedSince(TimeStep step, Instant now) {
    return inspector.countedSince(step, now);
  }

  @Override
  public Snapshot snapshot(DestinationId destination) {
    return inspector
        .status(destination)
        .map(
            status ->
                new Snapshot(
                    new Pending(status.waiting(), new BacklogAge(log).since(status)),
                    status.urls().stream().map(NodeDeliveryStatistics::url).toList()))
        .orElseGet(() -> DeliveryStatistics.super.snapshot(destination));
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
