package io.postrider.server.delivery.limits;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The shares of all nodes, which they lease one after the other. Every call blocks. */
public interface ShareStore {

  /**
   * How long a share belongs to a node that does not renew it. Its node does not use it as long:
   * see {@link NodeShares}.
   */
  Duration LEASE = Duration.ofSeconds(10);

  /** Leases the share of each request by the rules of {@link ShareTable}, in one transaction. */
  Lease lease(String node, List<ShareRequest> requests);

  /** Gives up all shares of a node that uses none any more. */
  void release(String node);

  /**
   * What a node got.
   *
   * @param nodes how many nodes have shares, this one included
   */
  record Lease(int nodes, Map<LimitKey, Grant> grants) {}

  /**
   * A share.
   *
   * @param amount what the node may use
   * @param remainingMillis how long the lease lasts, counted from the transaction
   */
  record Grant(long amount, long remainingMillis) {}
}
