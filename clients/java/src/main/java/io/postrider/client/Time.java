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
   * Waits for a signal, up to a number of nanoseconds. The caller holds the lock of the condition
   * and checks itself what it waits for.
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
        @SuppressWarnings("WaitNotInLoop") // callers loop
        public void await(ReentrantLock lock, Condition condition, long nanos)
            throws InterruptedException {
          // the caller checks nanos() for the timeout
          long left = condition.awaitNanos(nanos);
          assert left <= nanos;
        }
      };
}
