package io.postrider.server.delivery;

import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * A queue of timers. Belongs to one thread.
 *
 * <p>An entry is added only for an earlier time than the queued one; an entry that fires too early
 * is queued again. So objects whose time moves with every input do not fill the queue.
 */
final class TimerQueue {

  /** An object with a wake-up time. */
  abstract static class Timed {

    private long queuedMillis = Long.MAX_VALUE;

    /** The wake-up time; {@link Long#MAX_VALUE} for never. */
    abstract long wakeAtMillis();
  }

  private record Entry(long atMillis, Timed timed) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>((a, b) -> Long.compare(a.atMillis, b.atMillis));

  /** Checks a wake-up time that may have changed. */
  void schedule(Timed timed) {
    long atMillis = timed.wakeAtMillis();
    if (atMillis < timed.queuedMillis) {
      timed.queuedMillis = atMillis;
      entries.add(new Entry(atMillis, timed));
    }
  }

  /** The next wake-up time, or a little earlier. */
  long nextMillis() {
    Entry first = entries.peek();
    return first == null ? Long.MAX_VALUE : first.atMillis;
  }

  /**
   * Passes on the objects whose time has come; the caller calls {@link #schedule} again afterwards.
   */
  void wake(long nowMillis, Consumer<Timed> waking) {
    for (Entry first = entries.peek();
        first != null && first.atMillis <= nowMillis;
        first = entries.peek()) {
      entries.poll();
      Timed timed = first.timed;
      if (timed.queuedMillis != first.atMillis) {
        continue; // replaced by an earlier entry
      }
      timed.queuedMillis = Long.MAX_VALUE;
      if (timed.wakeAtMillis() <= nowMillis) {
        waking.accept(timed);
      } else {
        schedule(timed);
      }
    }
  }
}
