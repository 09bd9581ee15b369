package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Routing;
import io.postrider.route.RoutingDecision;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which messages go to a destination, and knows since which offset the rules of each
 * destination are unchanged. For messages since then, the decision of the rules is what happened;
 * for older ones that is unknown.
 *
 * <p>{@link #apply} is called after a catalog is in force everywhere, and saves before a change is
 * confirmed. The other methods may be called from any thread. After a crash in between, the next
 * start finds changed rules and counts from there.
 */
public final class RoutingRuleChanges {

  private static final Logger LOG = LoggerFactory.getLogger(RoutingRuleChanges.class);

  private final RoutingRuleStore store;
  private final RecordLog log;
  private final Routing routing;
  private final Duration historicalAfter;
  private final Map<DestinationId, RoutingRuleStore.Rules> rules;
  private final Map<DestinationId, RoutingRuleStore.Rules> unsaved = new LinkedHashMap<>();
  private final Set<DestinationId> deleted = new HashSet<>();
  private Catalog applied = Catalog.of(List.of());

  RoutingRuleChanges(RoutingRuleStore store, RecordLog log, Duration historicalAfter) {
    this.store = store;
    this.log = log;
    this.routing = new Routing(historicalAfter);
    this.historicalAfter = historicalAfter;
    this.rules = new ConcurrentHashMap<>(store.load());
  }

  /** Compares a catalog in force with the saved rules, and saves the changes. */
  synchronized void apply(Catalog catalog) {
    RoutingRuleFingerprints fingerprints = new RoutingRuleFingerprints(catalog, historicalAfter);
    LogEndOffsets ends = ends();
    Map<DestinationId, RoutingRuleStore.Rules> changed = new HashMap<>();
    for (Destination destination : catalog.destinations()) {
      if (catalog.isUnchangedSince(applied, destination)) {
        continue;
      }
      String fingerprint = fingerprints.of(destination);
      RoutingRuleStore.Rules known = rules.get(destination.id());
      if (known == null || !known.fingerprint().equals(fingerprint)) {
        changed.put(destination.id(), new RoutingRuleStore.Rules(fingerprint, ends));
      }
    }
    rules.putAll(changed);
    unsaved.putAll(changed);
    rules.keySet().stream().filter(id -> catalog.destination(id).isEmpty()).forEach(deleted::add);
    rules.keySet().removeAll(deleted);
    unsaved.keySet().removeAll(deleted);
    applied = catalog;
    save();
  }

  private LogEndOffsets ends() {
    return new LogEndOffsets(log.endOffsets());
  }

  private void save() {
    if (unsaved.isEmpty() && deleted.isEmpty()) {
      return;
    }
    try {
      store.save(Map.copyOf(unsaved), Set.copyOf(deleted));
      unsaved.clear();
      deleted.clear();
    } catch (DatabaseUnavailableException unavailable) {
      LOG.warn("Cannot save routing rules; retrying with the next change.");
    }
  }

  /** Whether the message at a place in the log goes to a destination by the rules in force. */
  public RoutingDecision decision(
      Catalog catalog, Destination destination, int partition, long offset, RecordView record) {
    return routing.wasFor(destination, partition, offset, record)
        ? DestinationSelection.today(destination, catalog, routing).decision(record)
        : RoutingDecision.NOT_FOR_IT;
  }

  /** Whether a message would go to a destination if it were accepted now. */
  public boolean isForToday(Catalog catalog, Destination destination, RecordView record) {
    return routing.isFor(destination, record)
        && DestinationSelection.today(destination, catalog, routing).passes(record);
  }

  /**
   * Whether the rules of a destination have not changed since the message at a place in the log was
   * accepted, so that {@link #decision} says what happened to it.
   */
  public boolean unchangedSince(DestinationId id, int partition, long offset) {
    RoutingRuleStore.Rules known = rules.get(id);
    return known != null && offset >= known.since().at(partition);
  }
}
