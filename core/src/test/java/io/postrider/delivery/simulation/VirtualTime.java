package io.postrider.delivery.simulation;

import java.util.PriorityQueue;

/** A virtual clock that advances from one scheduled event to the next. */
public final class VirtualTime {

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

  public VirtualTime(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  public long now() {
    return nowMillis;
  }

  /** The number of executed events. */
  long steps() {
    return steps;
  }

  public void at(long whenMillis, Runnable what) {
    queue.add(new Happening(Math.max(whenMillis, nowMillis), made++, what));
  }

  public void after(long delayMillis, Runnable what) {
    at(nowMillis + delayMillis, what);
  }

  /** Executes the next event unless it is later than a time; returns whether it did. */
  public boolean step(long untilMillis) {
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

  /** Advances the clock without executing events, as in a suspended machine. */
  void jump(long millis) {
    nowMillis += millis;
  }
}
