package io.postrider.server.delivery;

import io.postrider.id.SourceId;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.EventRules;
import io.postrider.route.Routing;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.HashMap;
import java.util.Map;

/** What a destination takes from the log, by one state of the catalog. Immutable. */
final class DestinationSelection implements RecordSelection {

  /** By which connections a message must be meant for the destination. */
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

  private DestinationSelection(Destination target, Catalog catalog, Routing routing, Scope scope) {
    this.target = target;
    this.routing = routing;
    this.scope = scope;
    this.sources = target.connections().keySet().stream().mapToLong(SourceId::bits).toArray();
    this.events = new HashMap<>();
    for (SourceId id : target.connections().keySet()) {
      catalog
          .source(id)
          .filter(source -> !source.events().letAllPass())
          .ifPresent(source -> events.put(id.bits(), source.events()));
    }
  }

  private DestinationSelection(DestinationSelection other, Scope scope) {
    this.target = other.target;
    this.routing = other.routing;
    this.scope = scope;
    this.sources = other.sources;
    this.events = other.events;
  }

  /** What was accepted for it. */
  static DestinationSelection accepted(Destination target, Catalog catalog, Routing routing) {
    return new DestinationSelection(target, catalog, routing, Scope.ACCEPTED);
  }

  /** What would be for it if it were accepted now: for a replay. */
  static DestinationSelection today(Destination target, Catalog catalog, Routing routing) {
    return new DestinationSelection(target, catalog, routing, Scope.TODAY);
  }

  /** Of what would be for it now, what was so when it was accepted. */
  DestinationSelection ofWhatWasMeant() {
    return new DestinationSelection(this, Scope.BOTH);
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
    return meant && passes(record);
  }

  /** Whether the settings let a message pass that is meant for it. */
  boolean passes(RecordView record) {
    return verdict(record) == RoutingDecision.DELIVER;
  }

  /** What the settings say to a message that is meant for it. */
  RoutingDecision verdict(RecordView record) {
    EventRules rules =
        events.isEmpty()
            ? EventRules.NONE
            : events.getOrDefault(record.sourceBits(), EventRules.NONE);
    return routing.decide(target, rules, record);
  }
}
