package io.postrider.server.background;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes a thread that waits for work. A signal raised before the wait is not lost. */
public final class WakeSignal {

  private final Semaphore permits = new Semaphore(0);

  /** May be called from any thread. */
  public void raise() {
    if (permits.availablePermits() == 0) {
      permits.release();
    }
  }

  /** Waits until it is raised, at most for a time; returns whether it was raised. */
  public boolean await(Duration most) {
    try {
      boolean raised = permits.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS);
      permits.drainPermits();
      return raised;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
