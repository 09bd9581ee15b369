package io.postrider.log.kafka;

import java.util.OptionalLong;

/** What a node does with its ownership: it dispatches, unless the coordinator was silent. */
final class TestLease {

  private TestLease() {}

  /** Whether a node may dispatch at a time, with an eighth of the session timeout as margin. */
  static boolean isHeld(PartitionOwnership member, long nowNanos) {
    OptionalLong heard = member.heardNanos();
    long lengthNanos = member.sessionTimeout().toNanos() / 8 * 7;
    return heard.isPresent() && nowNanos - heard.getAsLong() < lengthNanos;
  }

  static boolean mayDispatch(PartitionOwnership member, int partition) {
    return member.owned().contains(partition) && isHeld(member, System.nanoTime());
  }
}
