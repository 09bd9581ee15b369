package io.postrider.client;

import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The clock and timed waits. Tests use a fake that does not wait. */
interface Time {

  /** The wall-clock time. */
  Instant now();

  /** Monotonic nanoseconds. */
  long nanos();

  /**
   * Waits for a signal, but no longer than so many nanoseconds. The caller holds the lock that the
   * condition belongs to, and looks itself whether what it waits for has come.
   */
  void await(ReentrantLock lock, Condition condition, long nanos) throws InterruptedException;

  /** The system clock. */
  Time SYSTEM =
      new Time() {
        @Override
        public Instant now() {
          return Instant.now();
        }

        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        @SuppressWarnings("WaitNotInLoop") // the callers have the loops
        public void await(ReentrantLock lock, Condition condition, long nanos)
            throws InterruptedException {
          // whether the time is over is for the caller to see, by looking at nanos()
          long left = condition.awaitNanos(nanos);
          assert left <= nanos;
        }
      };
}
