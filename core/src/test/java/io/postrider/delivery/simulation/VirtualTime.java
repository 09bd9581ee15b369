package io.postrider.delivery.simulation;

import java.util.PriorityQueue;

/** Time that passes only from one happening to the next. */
final class VirtualTime {

  private record Happening(long atMillis, long order, Runnable what)
      implements Comparable<Happening> {
    @Override
    public int compareTo(Happening other) {
      int byTime = Long.compare(atMillis, other.atMillis);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Happening> queue = new PriorityQueue<>();
  private long nowMillis;
  private long made;
  private long steps;

  VirtualTime(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  long now() {
    return nowMillis;
  }

  /** How many things have happened. */
  long steps() {
    return steps;
  }

  void at(long whenMillis, Runnable what) {
    queue.add(new Happening(Math.max(whenMillis, nowMillis), made++, what));
  }

  void after(long delayMillis, Runnable what) {
    at(nowMillis + delayMillis, what);
  }

  /** Lets the next thing happen, unless that is later than a time; tells whether it did. */
  boolean step(long untilMillis) {
    Happening next = queue.peek();
    if (next == null || next.atMillis > untilMillis) {
      nowMillis = Math.max(nowMillis, untilMillis);
      return false;
    }
    queue.poll();
    nowMillis = Math.max(nowMillis, next.atMillis);
    steps++;
    next.what.run();
    return true;
  }

  /** Lets time pass in which nothing happens, as in a machine that was suspended. */
  void jump(long millis) {
    nowMillis += millis;
  }
}
