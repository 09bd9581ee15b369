package io.postrider.log;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A clock that starts at the system's time and then advances as the monotonic clock does, whatever
 * the system clock does: for durations, never for what is shown. Safe to call from any thread.
 */
public final class SteadyTime implements InstantSource {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Instant start;
  private final long startMillis;
  private final long startNanos;
  private final LongSupplier nanoTime;

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  public SteadyTime(InstantSource system, LongSupplier nanoTime) {
    this.start = system.instant();
    this.startMillis = start.toEpochMilli();
    this.startNanos = nanoTime.getAsLong();
    this.nanoTime = nanoTime;
  }

  /** The steady time of this computer, from now on. */
  public static SteadyTime ofSystem() {
    return new SteadyTime(InstantSource.system(), System::nanoTime);
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanoTime.getAsLong() - startNanos);
  }

  @Override
  public long millis() {
    return startMillis + (nanoTime.getAsLong() - startNanos) / NANOS_PER_MILLI;
  }
}
