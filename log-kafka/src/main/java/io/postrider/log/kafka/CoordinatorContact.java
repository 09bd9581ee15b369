package io.postrider.log.kafka;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * When the coordinator of a group has certainly heard of this node.
 *
 * <p>The client tells how many requests the coordinator has answered, not when it received them. A
 * member sends one request after the other, so an answered request was sent after the answer before
 * it arrived, and the coordinator received it later still. That gives a time that is too early by
 * one heartbeat, never too late.
 *
 * <p>An answer may be the error that ended the membership. Then a session timeout has passed since
 * the coordinator was certainly heard from, and the client sends nothing more before it says that
 * the partitions are lost. So after such a silence two answers prove nothing: one may have been on
 * its way before, the other may be the error. A third proves that there was none.
 *
 * <p>Thread-safe: one thread observes, any may ask. It is told the time.
 */
final class CoordinatorContact {

  private static final long NEVER = Long.MIN_VALUE;

  /** The answer after a silence that proves that the membership goes on. */
  private static final long PROOF = 3;

  private final long sessionNanos;
  private long answers;
  private long answersAfterSilence;
  private long observedNanos = NEVER;

  /** The last observation before the latest answer arrived. */
  private long beforeAnswerNanos = NEVER;

  private volatile long heardNanos = NEVER;

  /**
   * @param sessionTimeout after how much silence the coordinator ends the membership
   */
  CoordinatorContact(Duration sessionTimeout) {
    this.sessionNanos = sessionTimeout.toNanos();
  }

  /** The number of answers at a time. */
  void observe(long nowNanos, long answersNow) {
    long more = observedNanos == NEVER ? 0 : answersNow - answers;
    if (more > 0) {
      // of several, the last but one came after the last observation
      long heard = more == 1 ? beforeAnswerNanos : observedNanos;
      boolean silent = heardNanos != NEVER && nowNanos - heardNanos >= sessionNanos;
      boolean begins = beforeAnswerNanos == NEVER || nowNanos - beforeAnswerNanos >= sessionNanos;
      answersAfterSilence = begins ? more : answersAfterSilence + more;
      if (!silent || answersAfterSilence >= PROOF) {
        heardNanos = heard;
      }
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
