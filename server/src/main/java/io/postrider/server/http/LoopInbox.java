package io.postrider.server.http;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Brings work from other threads to one event loop, waking it once for all that came meanwhile.
 *
 * <p>{@link #deliver} may be called from any thread; the work runs on the loop, in order.
 */
public final class LoopInbox {

  private final Executor loop;
  private final ConcurrentLinkedQueue<Runnable> work = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean woken = new AtomicBoolean();

  /** An inbox of the loop on which the executor runs its tasks. */
  public LoopInbox(Executor loop) {
    this.loop = loop;
  }

  /** Has a task run on the loop. */
  public void deliver(Runnable task) {
    work.add(task);
    if (woken.compareAndSet(false, true)) {
      loop.execute(this::drain);
    }
  }

  private void drain() {
    // lowered first: what is added from here on wakes the loop again
    woken.set(false);
    Runnable task;
    while ((task = work.poll()) != null) {
      task.run();
    }
  }
}
