package io.postrider.server.overview;

import io.postrider.id.DestinationId;
import io.postrider.log.LogState;
import io.postrider.log.RecordLog;
import io.postrider.route.Destination;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.RefusedWorkspaceFile;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.BacklogAge;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.DestinationStatuses;
import io.postrider.server.delivery.StatisticsReader;
import io.postrider.server.delivery.stats.LatencyHistogram;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.folder.SetAside;
import io.postrider.server.usage.IngestCountRecorder;
import io.postrider.server.usage.IngestCountStore;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The figures of all nodes, from ingest counts, delivery statistics and the log. */
final class NodeFigures implements OverviewFigures {

  private final IngestCountRecorder ingestCounts;
  private final @Nullable DestinationStatuses deliveries;
  private final StatisticsReader statistics;
  private final Supplier<SortedSet<Integer>> unowned;
  private final CatalogFeature catalog;
  private final RecordLog log;
  private final Supplier<LogState> logState;
  private final Supplier<List<SetAside>> setAside;

  NodeFigures(
      IngestCountRecorder ingestCounts,
      DeliveryFeature delivery,
      CatalogFeature catalog,
      RecordLog log,
      Supplier<LogState> logState,
      Supplier<List<SetAside>> setAside) {
    this.ingestCounts = ingestCounts;
    this.deliveries = delivery.statuses().orElse(null);
    this.statistics = delivery.statistics();
    this.unowned = delivery::unowned;
    this.catalog = catalog;
    this.log = log;
    this.logState = logState;
    this.setAside = setAside;
  }

  @Override
  public List<IngestCountStore.Count> ingestCounts(TimeStep step, Instant from, Instant to) {
    return ingestCounts.find(step, from, to);
  }

  @Override
  public @Nullable Instant countedSince(TimeStep step) {
    return ingestCounts.since(step);
  }

  @Override
  public Deliveries deliveries(TimeStep step, Instant from, Instant to) {
    if (deliveries == null) {
      return new Deliveries(List.of(), null);
    }
    List<StatisticsStore.Entry> entries = statistics.totals(step, from, to);
    LatencyHistogram all = new LatencyHistogram();
    entries.forEach(entry -> all.add(entry.counts().latencies()));
    return new Deliveries(
        entries.stream().map(StepCounts::of).toList(),
        all.count() == 0 ? null : all.quantile(0.95));
  }

  @Override
  public Situation situation(Instant oldBefore) {
    LogState state = logState.get();
    String problem = state instanceof LogState.Running ? null : state.message();
    RefusedWorkspaceFile refused = catalog.refusedWorkspaceFile().orElse(null);
    if (deliveries == null) {
      return new Situation(
          0, null, Map.of(), problem, setAside.get(), refused, Collections.emptySortedSet());
    }
    Map<DestinationId, DestinationStatus> statuses = deliveries.statuses();
    Ages ages = new Ages(oldBefore);
    Map<DestinationId, Condition> conditions = new HashMap<>();
    long waiting = 0;
    for (Destination destination : catalog.live().current().destinations()) {
      DestinationStatus status = statuses.get(destination.id());
      if (status != null) {
        waiting += status.waiting();
        conditions.put(destination.id(), condition(destination, status, ages));
      }
    }
    return new Situation(
        waiting, ages.oldest(), conditions, problem, setAside.get(), refused, unowned.get());
  }

  private static Condition condition(Destination destination, DestinationStatus status, Ages ages) {
    Instant oldest = ages.oldestIfOld(status);
    return new Condition(
        status.health(destination),
        status.held(),
        status.failingSince(),
        status.failed(),
        status.waiting(),
        oldest,
        status.lastError() == null ? null : status.lastError().message());
  }

  /**
   * The ages of backlogs. Reads the log only for the oldest message of all and for destinations
   * whose backlog is old; for the others the offset shows that it is not.
   */
  private final class Ages {

    private final Instant oldBefore;
    private final Map<Integer, Long> oldOffsets = new HashMap<>();
    private final Map<Integer, Long> oldestOffsets = new HashMap<>();
    private final BacklogAge waits = new BacklogAge(log);

    Ages(Instant oldBefore) {
      this.oldBefore = oldBefore;
    }

    @Nullable Instant oldestIfOld(DestinationStatus status) {
      Instant oldest = null;
      for (DestinationStatus.Backlog backlog : status.backlogs()) {
        if (backlog.waiting() + backlog.unread() == 0) {
          continue;
        }
        int partition = backlog.partition();
        oldestOffsets.merge(partition, backlog.oldest(), Math::min);
        long oldEnd =
            oldOffsets.computeIfAbsent(partition, unknown -> log.offsetAt(partition, oldBefore));
        if (backlog.oldest() < oldEnd) {
          oldest = BacklogAge.earlier(oldest, waits.acceptedAt(partition, backlog.oldest()));
        }
      }
      return oldest;
    }

    @Nullable Instant oldest() {
      Instant oldest = null;
      for (Map.Entry<Integer, Long> place : oldestOffsets.entrySet()) {
        oldest = BacklogAge.earlier(oldest, waits.acceptedAt(place.getKey(), place.getValue()));
      }
      return oldest;
    }
  }
}
