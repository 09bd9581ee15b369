package io.postrider.server.people.audience;

import java.time.Duration;

/**
 * How much of one kind of work is done in one transaction: twice as much while it is quick, half as
 * much as soon as it is slow, so that nobody waits long for the database. Only a piece that was as
 * large as it was allowed to be shows that more can be done. Belongs to one thread.
 */
final class AdaptiveBatch {

  static final int LEAST = 8;
  static final int MOST_PROFILES = 4_096;
  static final int MOST_EVALUATIONS = 65_536;
  static final Duration QUICK = Duration.ofMillis(15);
  static final Duration SLOW = Duration.ofMillis(50);

  private final int most;
  private int size;

  private AdaptiveBatch(int first, int most) {
    this.size = first;
    this.most = most;
  }

  /** Counted in profiles. */
  static AdaptiveBatch ofProfiles() {
    return new AdaptiveBatch(64, MOST_PROFILES);
  }

  /** Counted in evaluations of one person by one computation. */
  static AdaptiveBatch ofEvaluations() {
    return new AdaptiveBatch(128, MOST_EVALUATIONS);
  }

  int size() {
    return size;
  }

  /** So much was done, in so long. */
  void took(int done, Duration time) {
    if (time.compareTo(SLOW) > 0) {
      size = Math.max(LEAST, Math.min(done, size) / 2);
    } else if (time.compareTo(QUICK) < 0 && done >= size) {
      size = Math.min(most, 2 * size);
    }
  }
}
