package io.postrider.log.embedded;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The options of an embedded log: {@link #DEFAULT}, changed by the {@code with} methods.
 *
 * @param neededFrom the first offset that a consumer still needs; must not block
 * @param digests the byte range of every record to keep as digest
 */
public record EmbeddedLogOptions(
    LogSizes sizes,
    LogIntervals intervals,
    RetentionLimits retention,
    LongSupplier neededFrom,
    DigestRange digests,
    InstantSource clock,
    LogObserver observer) {

  /** Unlimited retention, digests disabled. */
  public static final EmbeddedLogOptions DEFAULT =
      new EmbeddedLogOptions(
          LogSizes.DEFAULT,
          LogIntervals.DEFAULT,
          RetentionLimits.NONE,
          () -> 0,
          DigestRange.NONE,
          InstantSource.system(),
          LogObserver.NONE);

  public EmbeddedLogOptions {
    if (retention.maxBytes() / 2 < sizes.segment()) {
      throw new IllegalArgumentException(
          "a log limit of "
              + retention.maxBytes()
              + " bytes cannot hold two segments of "
              + sizes.segment());
    }
  }

  public EmbeddedLogOptions withSizes(LogSizes other) {
    return new EmbeddedLogOptions(
        other, intervals, retention, neededFrom, digests, clock, observer);
  }

  public EmbeddedLogOptions withIntervals(LogIntervals other) {
    return new EmbeddedLogOptions(sizes, other, retention, neededFrom, digests, clock, observer);
  }

  public EmbeddedLogOptions withRetention(RetentionLimits limits, LongSupplier needed) {
    return new EmbeddedLogOptions(sizes, intervals, limits, needed, digests, clock, observer);
  }

  public EmbeddedLogOptions withDigests(DigestRange other) {
    return new EmbeddedLogOptions(sizes, intervals, retention, neededFrom, other, clock, observer);
  }

  public EmbeddedLogOptions withClock(InstantSource other) {
    return new EmbeddedLogOptions(
        sizes, intervals, retention, neededFrom, digests, other, observer);
  }

  public EmbeddedLogOptions withObserver(LogObserver other) {
    return new EmbeddedLogOptions(sizes, intervals, retention, neededFrom, digests, clock, other);
  }
}
