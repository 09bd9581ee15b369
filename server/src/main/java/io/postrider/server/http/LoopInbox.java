package io.postrider.server.http;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Passes tasks from other threads to one event loop, and wakes it once for all queued tasks.
 *
 * <p>{@link #deliver} may be called from any thread; tasks run on the loop, in order.
 */
public final class LoopInbox {

  private final Executor loop;
  private final ConcurrentLinkedQueue<Runnable> work = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean woken = new AtomicBoolean();

  /** An inbox of the loop on which the executor runs its tasks. */
  public LoopInbox(Executor loop) {
    this.loop = loop;
  }

  /** Queues a task for the loop. */
  public void deliver(Runnable task) {
    work.add(task);
    if (woken.compareAndSet(false, true)) {
      loop.execute(this::drain);
    }
  }

  private void drain() {
    // cleared first: a task added from here on wakes the loop again
    woken.set(false);
    Runnable task;
    while ((task = work.poll()) != null) {
      try {
        task.run();
      } catch (RuntimeException | Error failure) {
        rest();
        throw failure;
      }
    }
  }

  /** A task that throws does not delay the others. */
  private void rest() {
    if (!work.isEmpty() && woken.compareAndSet(false, true)) {
      loop.execute(this::drain);
    }
  }
}
