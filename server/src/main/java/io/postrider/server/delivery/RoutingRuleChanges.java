package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows from where on in the log each destination's messages were judged by the rules now in force
 * and by no others. For those, what the rules say of a message is what became of it; of older ones
 * nobody can tell.
 *
 * <p>{@link #apply} comes after a catalog is in force everywhere, and is kept before a change is
 * answered; {@link #areSteady} may be called from any thread. If the program dies in between, the
 * next start finds other rules than were kept, and counts from there.
 */
final class RoutingRuleChanges {

  private static final Logger LOG = LoggerFactory.getLogger(RoutingRuleChanges.class);

  private final RoutingRuleStore store;
  private final RecordLog log;
  private final Duration historicalAfter;
  private final Map<DestinationId, RoutingRuleStore.Rules> rules;
  private final Map<DestinationId, RoutingRuleStore.Rules> unkept = new LinkedHashMap<>();
  private final Set<DestinationId> gone = new HashSet<>();

  RoutingRuleChanges(RoutingRuleStore store, RecordLog log, Duration historicalAfter) {
    this.store = store;
    this.log = log;
    this.historicalAfter = historicalAfter;
    this.rules = new ConcurrentHashMap<>(store.load());
  }

  /** A catalog is in force. */
  synchronized void apply(Catalog catalog) {
    RoutingRuleFingerprints fingerprints = new RoutingRuleFingerprints(catalog, historicalAfter);
    LogEndOffsets ends = ends();
    Map<DestinationId, RoutingRuleStore.Rules> changed = new HashMap<>();
    for (Destination destination : catalog.destinations()) {
      String fingerprint = fingerprints.of(destination);
      RoutingRuleStore.Rules known = rules.get(destination.id());
      if (known == null || !known.fingerprint().equals(fingerprint)) {
        changed.put(destination.id(), new RoutingRuleStore.Rules(fingerprint, ends));
      }
    }
    rules.putAll(changed);
    unkept.putAll(changed);
    rules.keySet().stream().filter(id -> catalog.destination(id).isEmpty()).forEach(gone::add);
    rules.keySet().removeAll(gone);
    unkept.keySet().removeAll(gone);
    keep();
  }

  private LogEndOffsets ends() {
    return new LogEndOffsets(
        IntStream.range(0, log.partitions()).mapToObj(log::endOffset).toList());
  }

  private void keep() {
    if (unkept.isEmpty() && gone.isEmpty()) {
      return;
    }
    try {
      store.keep(Map.copyOf(unkept), Set.copyOf(gone));
      unkept.clear();
      gone.clear();
    } catch (DatabaseUnavailableException away) {
      LOG.warn("Which rules deliveries go by cannot be kept now; it will be with the next change.");
    }
  }

  /** Whether a message was never judged by other rules than those in force. */
  boolean areSteady(DestinationId id, int partition, long offset) {
    RoutingRuleStore.Rules known = rules.get(id);
    return known != null && offset >= known.since().at(partition);
  }
}
