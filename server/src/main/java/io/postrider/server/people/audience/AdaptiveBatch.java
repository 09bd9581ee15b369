package io.postrider.server.people.audience;

import java.time.Duration;

/**
 * The size of the next transaction of one kind of work: doubled while transactions are quick,
 * halved when one is slow, so that other writers never wait long. Only a full batch can double it.
 * Belongs to one thread.
 */
final class AdaptiveBatch {

  static final int LEAST = 8;
  static final int MAX_PROFILES = 4_096;
  static final int MAX_EVALUATIONS = 65_536;
  static final Duration QUICK = Duration.ofMillis(15);
  static final Duration SLOW = Duration.ofMillis(50);

  private final int most;
  private int size;

  private AdaptiveBatch(int first, int most) {
    this.size = first;
    this.most = most;
  }

  static AdaptiveBatch ofProfiles() {
    return new AdaptiveBatch(64, MAX_PROFILES);
  }

  /** A batch counted in evaluations of one profile by one computation. */
  static AdaptiveBatch ofEvaluations() {
    return new AdaptiveBatch(128, MAX_EVALUATIONS);
  }

  int size() {
    return size;
  }

  /** Reports the size and duration of a transaction. */
  void took(int done, Duration time) {
    if (time.compareTo(SLOW) > 0) {
      size = Math.max(LEAST, Math.min(done, size) / 2);
    } else if (time.compareTo(QUICK) < 0 && done >= size) {
      size = Math.min(most, 2 * size);
    }
  }
}
