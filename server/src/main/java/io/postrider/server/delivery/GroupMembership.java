package io.postrider.server.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The place of this node in the group of all nodes. Safe to use from any thread. */
interface GroupMembership {

  /** The partitions that the group has assigned to this node, as far as the node knows. */
  Set<Integer> owned();

  /** A time after which the coordinator has heard of this node; empty before there is one. */
  OptionalLong heardNanos();

  /** After how much silence the coordinator gives the partitions of a node away. */
  Duration sessionTimeout();

  /** Why this node will own nothing until it restarts, if so. */
  Optional<String> failure();

  /**
   * Asks the group to assign all partitions again; returns false if this kind of group does so by
   * itself. Never blocks.
   */
  boolean rejoin();

  /** Leaves the group: other nodes get the partitions at once. */
  void leave();
}
