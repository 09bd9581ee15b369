package io.postrider.log.kafka;

import java.time.Duration;

/**
 * How long this node may believe that it still is a member of its group: for a time after the
 * coordinator has certainly heard of it.
 *
 * <p>The client tells how many requests the coordinator has answered, not when it received them. A
 * member sends one request after the other, so an answered request was sent after the answer before
 * it arrived, and the coordinator received it later still. That gives a time that is too early by
 * one heartbeat, never too late.
 *
 * <p>Thread-safe: one thread observes, any may ask. It is told the time.
 */
final class SessionLease {

  private static final long NEVER = Long.MIN_VALUE;

  private final long lengthNanos;
  private long answers;
  private long observedNanos = NEVER;

  /** The last observation before the latest answer arrived. */
  private long beforeAnswerNanos = NEVER;

  private volatile long heardNanos = NEVER;

  SessionLease(Duration length) {
    this.lengthNanos = length.toNanos();
  }

  /** The number of answers at a time. */
  void observe(long nowNanos, long answersNow) {
    long more = observedNanos == NEVER ? 0 : answersNow - answers;
    if (more == 1) {
      heardNanos = beforeAnswerNanos;
    } else if (more > 1) {
      heardNanos = observedNanos; // the last but one came after it
    }
    if (more > 0) {
      beforeAnswerNanos = observedNanos;
    }
    answers = answersNow;
    observedNanos = nowNanos;
  }

  /** Whether the node certainly is a member at a time. */
  boolean isHeld(long nowNanos) {
    long heard = heardNanos;
    return heard != NEVER && nowNanos - heard < lengthNanos;
  }
}
