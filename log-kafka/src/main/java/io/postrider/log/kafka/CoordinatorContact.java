package io.postrider.log.kafka;

import java.util.OptionalLong;

/**
 * When the coordinator of a group has certainly heard of this node.
 *
 * <p>The client tells how many requests the coordinator has answered, not when it received them. A
 * member sends one request after the other, so an answered request was sent after the answer before
 * it arrived, and the coordinator received it later still. That gives a time that is too early by
 * one heartbeat, never too late.
 *
 * <p>Thread-safe: one thread observes, any may ask. It is told the time.
 */
final class CoordinatorContact {

  private static final long NEVER = Long.MIN_VALUE;

  private long answers;
  private long observedNanos = NEVER;

  /** The last observation before the latest answer arrived. */
  private long beforeAnswerNanos = NEVER;

  private volatile long heardNanos = NEVER;

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

  /** A time after which the coordinator has heard of this node; empty before there is one. */
  OptionalLong heardNanos() {
    long heard = heardNanos;
    return heard == NEVER ? OptionalLong.empty() : OptionalLong.of(heard);
  }
}
