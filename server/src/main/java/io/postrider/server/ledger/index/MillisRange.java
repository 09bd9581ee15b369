package io.postrider.server.ledger.index;

import java.time.Instant;

/**
 * A range of time.
 *
 * @param fromMillis the first millisecond of it
 * @param toMillis the first millisecond after it
 */
record MillisRange(long fromMillis, long toMillis) {

  static final MillisRange ALL = new MillisRange(Long.MIN_VALUE, Long.MAX_VALUE);

  static MillisRange of(Instant from, Instant to) {
    return new MillisRange(millis(from), millis(to));
  }

  /** The milliseconds of a time, as far as a long can tell. */
  private static long millis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException tooFar) {
      return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  boolean contains(long millis) {
    return millis >= fromMillis && millis < toMillis;
  }

  boolean overlaps(long earliest, long latest) {
    return latest >= fromMillis && earliest < toMillis;
  }

  boolean covers(long earliest, long latest) {
    return earliest >= fromMillis && latest < toMillis;
  }
}
