package io.postrider.server.delivery.client;

import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of all exchanges of a client, in a list in the order they began: as all have the
 * same time, that is the order they end in, and one timer for the first is enough. Adding and
 * removing cost a few assignments where a timer for each exchange would cost a heap.
 *
 * <p>Belongs to one event loop.
 */
final class Deadlines {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A timer that is later than this was held up by the machine, and so were answers. */
  private static final long HELD_UP_NANOS = 50 * NANOS_PER_MILLI;

  private final Vertx vertx;
  private final long timeoutNanos;
  private @Nullable WebhookExchange first;
  private @Nullable WebhookExchange last;
  private boolean armed;

  Deadlines(Vertx vertx, long timeoutNanos) {
    this.vertx = vertx;
    this.timeoutNanos = timeoutNanos;
  }

  void add(WebhookExchange exchange) {
    exchange.earlier = last;
    if (last == null) {
      first = exchange;
    } else {
      last.later = exchange;
    }
    last = exchange;
    if (!armed) {
      arm(timeoutNanos);
    }
  }

  void remove(WebhookExchange exchange) {
    WebhookExchange earlier = exchange.earlier;
    WebhookExchange later = exchange.later;
    if (earlier == null) {
      first = later;
    } else {
      earlier.later = later;
    }
    if (later == null) {
      last = earlier;
    } else {
      later.earlier = earlier;
    }
    exchange.earlier = null;
    exchange.later = null;
  }

  /** The exchange that began first of those under way. */
  @Nullable WebhookExchange first() {
    return first;
  }

  private void arm(long nanos) {
    long dueNanos = System.nanoTime() + nanos;
    armed = true;
    vertx.setTimer(Math.max(1, nanos / NANOS_PER_MILLI), _ -> rung(dueNanos));
  }

  /**
   * Timers run before sockets are read. Where the whole process stood still past a deadline, what
   * came in meanwhile is read first, so that a pause here is not taken for silence there.
   */
  private void rung(long dueNanos) {
    if (System.nanoTime() - dueNanos > HELD_UP_NANOS) {
      vertx.setTimer(1, _ -> expire());
    } else {
      expire();
    }
  }

  private void expire() {
    armed = false;
    // a millisecond early is on time: timers count no finer
    long now = System.nanoTime() + NANOS_PER_MILLI;
    WebhookExchange exchange = first;
    while (exchange != null && exchange.startNanos() + timeoutNanos - now <= 0) {
      exchange.expire();
      exchange = first;
    }
    if (exchange != null && !armed) {
      arm(exchange.startNanos() + timeoutNanos - now + NANOS_PER_MILLI);
    }
  }
}
