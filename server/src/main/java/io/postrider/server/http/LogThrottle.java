package io.postrider.server.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Limits log lines that anyone can cause: one line each interval. May be called from any thread.
 */
final class LogThrottle {

  /** The line must not be written. */
  static final long SKIP = -1;

  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private final AtomicLong nextNanos;
  private final AtomicLong skipped = new AtomicLong();

  LogThrottle(Duration interval, LongSupplier nanoTime) {
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
    this.nextNanos = new AtomicLong(nanoTime.getAsLong());
  }

  /** The number of lines skipped before this one, or {@link #SKIP}. */
  long admit() {
    long now = nanoTime.getAsLong();
    long next = nextNanos.get();
    if (now - next < 0 || !nextNanos.compareAndSet(next, now + intervalNanos)) {
      skipped.incrementAndGet();
      return SKIP;
    }
    return skipped.getAndSet(0);
  }
}
