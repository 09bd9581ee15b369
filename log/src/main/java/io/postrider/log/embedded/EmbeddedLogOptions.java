package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How an embedded log is set up: {@link #DEFAULT}, changed by the {@code with} methods.
 *
 * @param sizes its bounds
 * @param pauses how long its threads wait
 * @param retention how long and how much is kept
 * @param neededFrom the first offset that somebody still needs; must answer at once
 * @param digests what of every record is kept beside the segments
 * @param clock the time
 * @param newIdentity the name of a log that is created
 * @param observer hears how the log is doing
 */
public record EmbeddedLogOptions(
    LogSizes sizes,
    LogPauses pauses,
    RetentionLimits retention,
    LongSupplier neededFrom,
    DigestRange digests,
    InstantSource clock,
    Supplier<LogIdentity> newIdentity,
    LogObserver observer) {

  /** Everything is kept, and no digests. */
  public static final EmbeddedLogOptions DEFAULT =
      new EmbeddedLogOptions(
          LogSizes.DEFAULT,
          LogPauses.DEFAULT,
          RetentionLimits.NONE,
          () -> 0,
          DigestRange.NONE,
          InstantSource.system(),
          () -> new LogIdentity(UUID.randomUUID()),
          LogObserver.NONE);

  public EmbeddedLogOptions {
    if (retention.maxBytes() / 2 < sizes.segment()) {
      throw new IllegalArgumentException(
          "a log of "
              + retention.maxBytes()
              + " bytes has no room for two segments of "
              + sizes.segment());
    }
  }

  public EmbeddedLogOptions withSizes(LogSizes other) {
    return new EmbeddedLogOptions(
        other, pauses, retention, neededFrom, digests, clock, newIdentity, observer);
  }

  public EmbeddedLogOptions withPauses(LogPauses other) {
    return new EmbeddedLogOptions(
        sizes, other, retention, neededFrom, digests, clock, newIdentity, observer);
  }

  public EmbeddedLogOptions withRetention(RetentionLimits limits, LongSupplier needed) {
    return new EmbeddedLogOptions(
        sizes, pauses, limits, needed, digests, clock, newIdentity, observer);
  }

  public EmbeddedLogOptions withDigests(DigestRange other) {
    return new EmbeddedLogOptions(
        sizes, pauses, retention, neededFrom, other, clock, newIdentity, observer);
  }

  public EmbeddedLogOptions withClock(InstantSource other) {
    return new EmbeddedLogOptions(
        sizes, pauses, retention, neededFrom, digests, other, newIdentity, observer);
  }

  public EmbeddedLogOptions withNewIdentity(Supplier<LogIdentity> other) {
    return new EmbeddedLogOptions(
        sizes, pauses, retention, neededFrom, digests, clock, other, observer);
  }

  public EmbeddedLogOptions withObserver(LogObserver other) {
    return new EmbeddedLogOptions(
        sizes, pauses, retention, neededFrom, digests, clock, newIdentity, other);
  }
}
