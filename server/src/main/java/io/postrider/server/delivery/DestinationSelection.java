package io.postrider.server.delivery;

import io.postrider.filter.Filter;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.EventRules;
import io.postrider.route.Routing;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the messages of a destination, by one version of the catalog. Immutable, but for what it
 * counts.
 */
final class DestinationSelection implements RecordSelection {

  /** Which connections must route the message to the destination. */
  private enum Scope {
    ACCEPTED,
    TODAY,
    BOTH
  }

  private final Destination target;
  private final Routing routing;
  private final Scope scope;
  private final long[] sources;
  private final Map<Long, EventRules> events;
  private final Set<Long> blockedSources = new HashSet<>();
  private final @Nullable FilteredMessages filtered;

  private DestinationSelection(
      Destination target,
      Catalog catalog,
      Routing routing,
      Scope scope,
      @Nullable FilteredMessages filtered) {
    this.filtered = filtered;
    this.target = target;
    this.routing = routing;
    this.scope = scope;
    this.sources = target.connections().keySet().stream().mapToLong(SourceId::bits).toArray();
    this.events = new HashMap<>();
    for (SourceId id : target.connections().keySet()) {
      catalog
          .source(id)
          .filter(source -> !source.events().allowAll())
          .ifPresent(source -> events.put(id.bits(), source.events()));
      if (events.containsKey(id.bits()) && isFirst(target, catalog.firstDestination(id))) {
        blockedSources.add(id.bits());
      }
    }
  }

  private static boolean isFirst(Destination target, @Nullable DestinationId first) {
    return first == null || Long.compareUnsigned(target.id().bits(), first.bits()) <= 0;
  }

  private DestinationSelection(DestinationSelection other, Scope scope) {
    this.target = other.target;
    this.routing = other.routing;
    this.scope = scope;
    this.sources = other.sources;
    this.events = other.events;
    this.filtered = null;
  }

  /**
   * Messages that were for the destination when they were accepted.
   *
   * @param filtered counts those that are not let pass
   */
  static DestinationSelection accepted(
      Destination target, Catalog catalog, Routing routing, FilteredMessages filtered) {
    return new DestinationSelection(target, catalog, routing, Scope.ACCEPTED, filtered);
  }

  /** Messages that would be for the destination if they were accepted now; for replays. */
  static DestinationSelection today(Destination target, Catalog catalog, Routing routing) {
    return new DestinationSelection(target, catalog, routing, Scope.TODAY, null);
  }

  /** Messages for which both hold. */
  DestinationSelection acceptedOnly() {
    return new DestinationSelection(this, Scope.BOTH);
  }

  /** The same selection for reading messages once more: it counts nothing. */
  DestinationSelection uncounted() {
    return new DestinationSelection(this, scope);
  }

  @Override
  public long[] sources() {
    return sources;
  }

  @Override
  public long destination() {
    return target.id().bits();
  }

  @Override
  public boolean takes(int partition, long offset, RecordView record) {
    boolean meant =
        switch (scope) {
          case ACCEPTED -> routing.wasFor(target, partition, offset, record);
          case TODAY -> routing.isFor(target, record);
          case BOTH ->
              routing.isFor(target, record) && routing.wasFor(target, partition, offset, record);
        };
    if (!meant) {
      return false;
    }
    RoutingDecision decision = decision(record);
    if (decision != RoutingDecision.DELIVER && filtered != null) {
      filtered.skipped(partition, offset, record, decision, this);
    }
    return decision == RoutingDecision.DELIVER;
  }

  /** The filter or rule by which a message is not sent, as the ledger and metrics name it. */
  String reason(RoutingDecision decision, RecordView record) {
    return switch (decision) {
      case FILTERED -> name(target.settings().filters().dropping(record));
      case BLOCKED -> "source_schema";
      case EXCLUDED -> "integrations";
      case HISTORICAL -> "historical";
      case DELIVER, NOT_FOR_IT -> "";
    };
  }

  private static String name(@Nullable Filter filter) {
    return filter == null || filter.name() == null ? "destination_filter" : filter.name();
  }

  /**
   * Whether this destination records what the event rules of a source block. Of all that are
   * connected to the source, the one with the least ID does, so that a blocked message has one
   * entry.
   */
  boolean recordsBlocked(RecordView record) {
    return blockedSources.contains(record.sourceBits());
  }

  /** Whether filters and event rules let a message pass. */
  boolean passes(RecordView record) {
    return decision(record) == RoutingDecision.DELIVER;
  }

  /** What filters and event rules decide about a message. */
  RoutingDecision decision(RecordView record) {
    EventRules rules =
        events.isEmpty()
            ? EventRules.NONE
            : events.getOrDefault(record.sourceBits(), EventRules.NONE);
    return routing.decide(target, rules, record);
  }
}
