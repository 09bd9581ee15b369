package io.postrider.server.delivery.api;

import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.server.ledger.index.AttemptCounts;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.CountRow;
import io.postrider.server.ledger.index.Dimension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happened to messages between receiving and delivering them, by the ledger and the
 * counts of received messages. May be called from any thread; reads the disk.
 */
final class DeliveryOverview {

  /** A step of messages on their way. */
  enum Step {
    /** Messages that were accepted; all others count deliveries. */
    RECEIVED,
    FILTERED,
    /** Deliveries that wait now, whatever the time range. */
    WAITING,
    /** Failed attempts after which the delivery went on. */
    RETRIED,
    DELIVERED,
    FAILED,
    CANCELLED,
    EXPIRED,
    SUPERSEDED
  }

  /**
   * What is counted.
   *
   * @param destination null for all
   * @param source null for all
   * @param event null for all
   * @param by the property whose values get numbers of their own; null for none
   */
  record Scope(
      @Nullable DestinationId destination,
      @Nullable SourceId source,
      @Nullable String event,
      @Nullable Dimension by) {}

  /**
   * The numbers.
   *
   * @param groups by value of the property that was asked for
   * @param receivedSince all received messages since then are counted; null if none are
   * @param complete false if numbers are lower bounds
   */
  record Numbers(
      Map<Step, Long> total,
      Map<String, Map<Step, Long>> groups,
      @Nullable Instant receivedSince,
      boolean complete) {}

  /** Messages that a schema blocks have no destination. */
  private static final String EVERY = new DestinationId(0).toString();

  private final DeliveryLedger ledger;
  private final DeliveryStatistics statistics;
  private final ReceivedMessages received;
  private final Supplier<Catalog> catalog;

  DeliveryOverview(
      DeliveryLedger ledger,
      DeliveryStatistics statistics,
      ReceivedMessages received,
      Supplier<Catalog> catalog) {
    this.ledger = ledger;
    this.statistics = statistics;
    this.received = received;
    this.catalog = catalog;
  }

  LedgerReach reach(@Nullable DestinationId destination) {
    return ledger.reach(destination);
  }

  Numbers count(Scope scope, Instant from, Instant to) {
    List<Dimension> dimensions = new ArrayList<>(List.of(Dimension.FAILED, Dimension.END));
    if (scope.by() != null) {
      dimensions.add(scope.by());
    }
    // One interval; the ledger counts whole minutes.
    Duration length = Duration.ofMinutes(Duration.between(from, to).toMinutes() + 2);
    AttemptCounts counts = ledger.counts(query(scope), null, from, to, length, dimensions);
    Map<Step, Long> total = new EnumMap<>(Step.class);
    Map<String, Map<Step, Long>> groups = new TreeMap<>();
    for (CountRow row : counts.rows()) {
      Step step = step(row.group().get(0).equals("true"), row.group().get(1));
      if (step != null) {
        total.merge(step, row.count(), Long::sum);
        if (scope.by() != null && !row.group().get(2).equals(EVERY)) {
          group(groups, row.group().get(2)).merge(step, row.count(), Long::sum);
        }
      }
    }
    addReceived(scope, from, to, total, groups);
    addWaiting(scope, total, groups);
    Instant receivedSince = total.containsKey(Step.RECEIVED) ? received.since() : null;
    return new Numbers(total, groups, receivedSince, counts.complete());
  }

  private static AttemptQuery query(Scope scope) {
    AttemptQuery query = AttemptQuery.ALL;
    if (scope.destination() != null) {
      query = query.with(Dimension.DESTINATION, scope.destination().toString());
    }
    if (scope.source() != null) {
      query = query.with(Dimension.SOURCE, scope.source().toString());
    }
    return scope.event() == null ? query : query.with(Dimension.EVENT, scope.event());
  }

  private static @Nullable Step step(boolean failed, String end) {
    if (end.isEmpty()) {
      return failed ? Step.RETRIED : null;
    }
    for (FinalStatus status : FinalStatus.values()) {
      if (status.wireName().equals(end)) {
        return switch (status) {
          case DELIVERED -> Step.DELIVERED;
          case FAILED -> Step.FAILED;
          case EXPIRED -> Step.EXPIRED;
          case CANCELLED -> Step.CANCELLED;
          case SUPERSEDED -> Step.SUPERSEDED;
          case FILTERED -> Step.FILTERED;
        };
      }
    }
    return null;
  }

  private static Map<Step, Long> group(Map<String, Map<Step, Long>> groups, String value) {
    return groups.computeIfAbsent(value, _ -> new EnumMap<>(Step.class));
  }

  /** Messages are received by a source; of a destination or an event they are not counted. */
  private void addReceived(
      Scope scope,
      Instant from,
      Instant to,
      Map<Step, Long> total,
      Map<String, Map<Step, Long>> groups) {
    if (scope.destination() != null || scope.event() != null) {
      return;
    }
    boolean bySource = scope.by() == Dimension.SOURCE;
    Map<SourceId, Long> ofSources =
        bySource || scope.source() != null ? received.bySource(from, to) : Map.of();
    if (scope.source() == null) {
      total.put(Step.RECEIVED, received.between(from, to));
    } else {
      total.put(Step.RECEIVED, ofSources.getOrDefault(scope.source(), 0L));
    }
    if (bySource) {
      ofSources.forEach(
          (source, calls) -> {
            if (scope.source() == null || scope.source().equals(source)) {
              group(groups, source.toString()).put(Step.RECEIVED, calls);
            }
          });
    }
  }

  /** What waits is known by destination. */
  private void addWaiting(Scope scope, Map<Step, Long> total, Map<String, Map<Step, Long>> groups) {
    if (scope.source() != null || scope.event() != null) {
      return;
    }
    long all = 0;
    Map<DestinationId, Long> byDestination = statistics.waiting();
    for (Destination destination : catalog.get().destinations()) {
      DestinationId id = destination.id();
      if (scope.destination() == null || scope.destination().equals(id)) {
        long waiting = byDestination.getOrDefault(id, 0L);
        all += waiting;
        if (scope.by() == Dimension.DESTINATION && waiting > 0) {
          group(groups, id.toString()).put(Step.WAITING, waiting);
        }
      }
    }
    total.put(Step.WAITING, all);
  }
}
