package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.route.LogEndOffsets;
import java.util.Collection;
import java.util.Map;

/** The store of routing rule fingerprints. Every call may block. */
public interface RoutingRuleStore {

  /**
   * The rules of a destination.
   *
   * @param fingerprint identifies the rules
   * @param since messages from here on were decided by these rules only
   */
  record Rules(String fingerprint, LogEndOffsets since) {}

  Map<DestinationId, Rules> load();

  /** Saves changed rules and deletes removed ones, in one transaction. */
  void save(Map<DestinationId, Rules> changed, Collection<DestinationId> deleted);
}
