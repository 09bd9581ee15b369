package io.postrider.log.kafka;

import java.util.Set;

/**
 * Is told which partitions this node owns. Called on one thread, the owner's, one call at a time.
 *
 * <p>A call may wait, but the whole group waits with it: for {@link PartitionOwnership#MAX_CALL} at
 * most, after which the node is expelled from the group. An exception is logged and changes
 * nothing.
 */
public interface OwnershipListener {

  /**
   * This node owns these partitions from now on. Another node may still have written to the
   * database a moment ago: take an epoch first, then read the cursors. Return soon; start in the
   * background.
   */
  void assigned(Set<Integer> partitions);

  /**
   * Another node gets these partitions after this call returns. Dispatching them is forbidden
   * already: drain what is in flight for a moment, save the cursors, release.
   */
  void revoked(Set<Integer> partitions);

  /** Another node may own these partitions already: forget them, and write nothing. */
  void lost(Set<Integer> partitions);
}
