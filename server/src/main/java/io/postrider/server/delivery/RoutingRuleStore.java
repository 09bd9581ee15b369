package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.route.LogEndOffsets;
import java.util.Collection;
import java.util.Map;

/** Where it is kept since when each destination is served by the same rules. It may block. */
public interface RoutingRuleStore {

  /**
   * Rules that hold.
   *
   * @param fingerprint tells them from others
   * @param since messages from here on were never judged by any others
   */
  record Rules(String fingerprint, LogEndOffsets since) {}

  /** What is kept. */
  Map<DestinationId, Rules> load();

  /** Keeps what has changed and forgets what is gone, all of it or nothing. */
  void keep(Map<DestinationId, Rules> changed, Collection<DestinationId> gone);
}
