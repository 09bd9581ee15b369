package io.postrider.log.embedded;

import io.postrider.log.SteadyTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The options of an embedded log: {@link #DEFAULT}, changed by the {@code with} methods.
 *
 * @param neededFrom the first offset that a consumer still needs; must not block
 * @param room the most bytes that the log may have at present, if less than its retention allows;
 *     must not block
 * @param recycleWithin if positive, the file of an expired segment may become the next segment's
 *     file, and its old bytes are gone after this time at most; if zero, the file is deleted
 * @param digests the byte range of every record to keep as digest
 * @param time the system clock, which may jump
 * @param steadyTime advances evenly and never jumps
 */
public record EmbeddedLogOptions(
    LogSizes sizes,
    LogIntervals intervals,
    RetentionLimits retention,
    LongSupplier neededFrom,
    LongSupplier room,
    Duration recycleWithin,
    DigestRange digests,
    InstantSource time,
    InstantSource steadyTime,
    LogObserver observer) {

  /** Unlimited retention, digests and recycling disabled. */
  public static final EmbeddedLogOptions DEFAULT =
      new EmbeddedLogOptions(
          LogSizes.DEFAULT,
          LogIntervals.DEFAULT,
          RetentionLimits.NONE,
          () -> 0,
          () -> Long.MAX_VALUE,
          Duration.ZERO,
          DigestRange.NONE,
          InstantSource.system(),
          SteadyTime.ofSystem(),
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
        other,
        intervals,
        retention,
        neededFrom,
        room,
        recycleWithin,
        digests,
        time,
        steadyTime,
        observer);
  }

  public EmbeddedLogOptions withIntervals(LogIntervals other) {
    return new EmbeddedLogOptions(
        sizes,
        other,
        retention,
        neededFrom,
        room,
        recycleWithin,
        digests,
        time,
        steadyTime,
        observer);
  }

  public EmbeddedLogOptions withRetention(RetentionLimits limits, LongSupplier needed) {
    return new EmbeddedLogOptions(
        sizes, intervals, limits, needed, room, recycleWithin, digests, time, steadyTime, observer);
  }

  public EmbeddedLogOptions withRoom(LongSupplier other) {
    return new EmbeddedLogOptions(
        sizes,
        intervals,
        retention,
        neededFrom,
        other,
        recycleWithin,
        digests,
        time,
        steadyTime,
        observer);
  }

  public EmbeddedLogOptions withRecycling(Duration within) {
    return new EmbeddedLogOptions(
        sizes, intervals, retention, neededFrom, room, within, digests, time, steadyTime, observer);
  }

  public EmbeddedLogOptions withDigests(DigestRange other) {
    return new EmbeddedLogOptions(
        sizes,
        intervals,
        retention,
        neededFrom,
        room,
        recycleWithin,
        other,
        time,
        steadyTime,
        observer);
  }

  public EmbeddedLogOptions withTime(InstantSource other, InstantSource otherSteady) {
    return new EmbeddedLogOptions(
        sizes,
        intervals,
        retention,
        neededFrom,
        room,
        recycleWithin,
        digests,
        other,
        otherSteady,
        observer);
  }

  public EmbeddedLogOptions withObserver(LogObserver other) {
    return new EmbeddedLogOptions(
        sizes,
        intervals,
        retention,
        neededFrom,
        room,
        recycleWithin,
        digests,
        time,
        steadyTime,
        other);
  }
}
