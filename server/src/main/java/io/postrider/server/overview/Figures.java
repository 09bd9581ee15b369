package io.postrider.server.overview;

import io.postrider.id.DestinationId;
import io.postrider.log.LogState;
import io.postrider.log.RecordLog;
import io.postrider.route.Destination;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.WaitTimes;
import io.postrider.server.delivery.api.NodeDeliveryStatistics;
import io.postrider.server.delivery.stats.LatencyHistogram;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.usage.IntakeRecorder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The figures of this node: what it took in, what it delivered, and how things stand. */
public final class Figures implements OverviewFigures {

  private final IntakeRecorder intake;
  private final @Nullable DeliveryInspector inspection;
  private final LiveCatalog catalog;
  private final RecordLog log;
  private final Supplier<LogState> logState;

  /**
   * @param inspection null on a node that does not deliver
   */
  public Figures(
      IntakeRecorder intake,
      @Nullable DeliveryInspector inspection,
      LiveCatalog catalog,
      RecordLog log,
      Supplier<LogState> logState) {
    this.intake = intake;
    this.inspection = inspection;
    this.catalog = catalog;
    this.log = log;
    this.logState = logState;
  }

  @Override
  public List<Intake> intake(TimeStep step, Instant from, Instant to) {
    return intake.find(step, from, to).stream()
        .map(count -> new Intake(count.start(), count.accepted(), count.rejected()))
        .toList();
  }

  @Override
  public Deliveries deliveries(TimeStep step, Instant from, Instant to) {
    DeliveryInspector asked = inspection;
    if (asked == null) {
      return new Deliveries(List.of(), null);
    }
    List<StatisticsStore.Entry> entries = asked.totals(step, from, to);
    LatencyHistogram all = new LatencyHistogram();
    entries.forEach(entry -> all.add(entry.counts().latencies()));
    return new Deliveries(
        NodeDeliveryStatistics.together(entries, asked.totalBacklogs(step, from, to)),
        all.count() == 0 ? null : all.quantile(0.95));
  }

  @Override
  public Situation situation(Instant oldBefore) {
    LogState state = logState.get();
    String trouble = state instanceof LogState.Running ? null : state.message();
    if (inspection == null) {
      return new Situation(0, null, Map.of(), trouble);
    }
    Map<DestinationId, DestinationStatus> standings = inspection.statuses();
    Ages ages = new Ages(oldBefore);
    Map<DestinationId, Condition> conditions = new HashMap<>();
    long waiting = 0;
    for (Destination destination : catalog.current().destinations()) {
      DestinationStatus standing = standings.get(destination.id());
      if (standing != null) {
        waiting += standing.waiting();
        conditions.put(destination.id(), condition(destination, standing, ages));
      }
    }
    return new Situation(waiting, ages.oldest(), conditions, trouble);
  }

  private static Condition condition(
      Destination destination, DestinationStatus standing, Ages ages) {
    Instant oldest = ages.oldIfOld(standing);
    return new Condition(
        standing.health(destination),
        standing.held(),
        standing.failingSince(),
        standing.failed(),
        oldest,
        standing.lastError() == null ? null : standing.lastError().detail());
  }

  /**
   * How long messages have waited. Reads the log for the oldest of all, and for those that are old:
   * of most destinations their place says that they are not.
   */
  private final class Ages {

    private final Instant oldBefore;
    private final Map<Integer, Long> oldEnds = new HashMap<>();
    private final Map<Integer, Long> oldests = new HashMap<>();
    private final WaitTimes waits = new WaitTimes(log);

    Ages(Instant oldBefore) {
      this.oldBefore = oldBefore;
    }

    @Nullable Instant oldIfOld(DestinationStatus standing) {
      Instant oldest = null;
      for (DestinationStatus.Backlog backlog : standing.backlogs()) {
        if (backlog.waiting() + backlog.unread() == 0) {
          continue;
        }
        int partition = backlog.partition();
        oldests.merge(partition, backlog.oldest(), Math::min);
        long oldEnd =
            oldEnds.computeIfAbsent(partition, unknown -> log.offsetAt(partition, oldBefore));
        if (backlog.oldest() < oldEnd) {
          oldest = WaitTimes.earlier(oldest, waits.acceptedAt(partition, backlog.oldest()));
        }
      }
      return oldest;
    }

    @Nullable Instant oldest() {
      Instant oldest = null;
      for (Map.Entry<Integer, Long> place : oldests.entrySet()) {
        oldest = WaitTimes.earlier(oldest, waits.acceptedAt(place.getKey(), place.getValue()));
      }
      return oldest;
    }
  }
}
