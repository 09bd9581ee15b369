package io.postrider.ownership;

import java.util.OptionalLong;

/**
 * Tells when a node holds its {@link SessionLease} again. Timers that fired meanwhile started
 * nothing and are not set again, so somebody must then let all machines start what they can.
 *
 * <p>A look compares with what the look before it knew, and not with whether the lease was held
 * then: a lease that lapsed and came back between two looks is noticed, however far they are apart.
 * If a late look cannot tell whether the lease lapsed, it says so too; to start what can start is
 * never wrong.
 *
 * <p>Belongs to one thread; it is told the time.
 */
public final class LeaseWatch {

  private final SessionLease lease;

  /** Whether the lease lapsed since a look last told that it is held; true before the first. */
  private boolean lapsed = true;

  /** The latest contact with the coordinator that the last look knew. */
  private long knownNanos;

  /** Watches a lease that is not held yet. */
  public LeaseWatch(SessionLease lease) {
    this.lease = lease;
  }

  /**
   * Looks at the lease.
   *
   * @param heardNanos a time after which the coordinator has heard of the node, never less than
   *     before; empty if there is none
   * @return whether the lease is held, and may not have been at some time since the last look
   */
  public boolean isRegained(OptionalLong heardNanos, long nowNanos) {
    lapsed |= !lease.isHeld(knownNanos, nowNanos);
    if (heardNanos.isEmpty() || !lease.isHeld(heardNanos.getAsLong(), nowNanos)) {
      lapsed = true;
      return false;
    }
    knownNanos = heardNanos.getAsLong();
    boolean regained = lapsed;
    lapsed = false;
    return regained;
  }
}
