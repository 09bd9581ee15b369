package io.postrider.server.delivery;

import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Who wants to be woken when. Belongs to one thread.
 *
 * <p>An entry is only added when somebody wants to wake earlier than noted before; one that turns
 * out to be too early costs a look and nothing else. So busy sleepers, whose time moves with every
 * input, do not fill the queue.
 */
final class TimerQueue {

  /** Somebody who is woken. */
  abstract static class Sleeper {

    private long notedMillis = Long.MAX_VALUE;

    /** When it wants to wake; {@link Long#MAX_VALUE} for never. */
    abstract long wakeAtMillis();
  }

  private record Note(long atMillis, Sleeper sleeper) {}

  private final PriorityQueue<Note> notes =
      new PriorityQueue<>((a, b) -> Long.compare(a.atMillis, b.atMillis));

  /** Somebody's time may have changed. */
  void look(Sleeper sleeper) {
    long atMillis = sleeper.wakeAtMillis();
    if (atMillis < sleeper.notedMillis) {
      sleeper.notedMillis = atMillis;
      notes.add(new Note(atMillis, sleeper));
    }
  }

  /** When somebody is to be woken next, or a little earlier. */
  long nextMillis() {
    Note first = notes.peek();
    return first == null ? Long.MAX_VALUE : first.atMillis;
  }

  /** Tells whose time has come; whoever wakes them looks at them again afterwards. */
  void wake(long nowMillis, Consumer<Sleeper> waking) {
    for (Note first = notes.peek();
        first != null && first.atMillis <= nowMillis;
        first = notes.peek()) {
      notes.poll();
      Sleeper sleeper = first.sleeper;
      if (sleeper.notedMillis != first.atMillis) {
        continue; // an older note of somebody who is noted earlier
      }
      sleeper.notedMillis = Long.MAX_VALUE;
      if (sleeper.wakeAtMillis() <= nowMillis) {
        waking.accept(sleeper);
      } else {
        look(sleeper);
      }
    }
  }
}
