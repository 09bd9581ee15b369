package io.postrider.server.cluster;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/** Which node has which job, for how long. Every call blocks. */
interface LeaseStore {

  /**
   * Takes or renews, in one transaction, every job that no other node has now.
   *
   * @return the jobs that the node has until the lease ends, by the clock of the store
   */
  Set<String> take(String node, Collection<String> jobs, Duration lease);

  /** The nodes that have a job now, by the clock of the store. */
  Set<String> holders();

  /** Lets other nodes take all jobs of a node. */
  void release(String node);
}
