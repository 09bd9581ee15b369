package io.postrider.ownership;

import java.time.Duration;

/**
 * How long a node may dispatch after the coordinator of its group last heard of it. The coordinator
 * gives the partitions of a silent member away after the session timeout; the lease ends earlier by
 * a margin, so that what is dispatched at its end arrives before that.
 *
 * @param lengthNanos the session timeout without the margin
 */
public record SessionLease(long lengthNanos) {

  /** The part of the session timeout that is the margin. */
  private static final int MARGIN_PARTS = 8;

  /** The lease of a session. */
  public static SessionLease of(Duration sessionTimeout) {
    return new SessionLease(sessionTimeout.minus(sessionTimeout.dividedBy(MARGIN_PARTS)).toNanos());
  }

  /**
   * Whether a node may dispatch.
   *
   * @param heardNanos a time after which the coordinator has heard of the node
   */
  public boolean isHeld(long heardNanos, long nowNanos) {
    return nowNanos - heardNanos < lengthNanos;
  }
}
