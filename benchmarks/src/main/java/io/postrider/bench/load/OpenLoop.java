package io.postrider.bench.load;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Sends at a fixed rate. Each request has an intended time, and its latency counts from there even
 * if it had to wait for a free connection.
 *
 * <p>Requests that still wait some seconds after the end are counted as unsent.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the timer is never cancelled
final class OpenLoop implements Pacing {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final EventLoop loop;
  private final long startNanos;
  private final long endNanos;
  private final double intervalNanos;
  private final long planned;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private long sent;
  private boolean timerSet;

  OpenLoop(EventLoop loop, long startNanos, long endNanos, double ratePerSecond) {
    this.loop = loop;
    this.startNanos = startNanos;
    this.endNanos = endNanos;
    this.intervalNanos = 1e9 / ratePerSecond;
    this.planned = (long) ((endNanos - startNanos) / intervalNanos);
  }

  @Override
  public void free(Connection connection, long nowNanos) {
    idle.addLast(connection);
    sendDue(nowNanos);
  }

  @Override
  public long unsent() {
    return planned - sent;
  }

  private void sendDue(long nowNanos) {
    boolean over = sent == planned || nowNanos - endNanos > GRACE_NANOS;
    while (!over && !idle.isEmpty() && nowNanos - intended() >= 0) {
      long intended = intended();
      sent++;
      over = sent == planned;
      idle.removeFirst().send(intended);
    }
    if (over) {
      idle.forEach(Connection::close);
      idle.clear();
    } else if (!idle.isEmpty() && !timerSet) {
      timerSet = true;
      loop.schedule(this::wake, Math.max(0, intended() - nowNanos), TimeUnit.NANOSECONDS);
    }
  }

  private void wake() {
    timerSet = false;
    sendDue(System.nanoTime());
  }

  private long intended() {
    return startNanos + (long) (sent * intervalNanos);
  }
}
