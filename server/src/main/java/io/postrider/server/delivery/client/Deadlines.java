package io.postrider.server.delivery.client;

import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of all exchanges of a client, as a linked list in start order. All have the same
 * timeout, so one timer for the first is enough. Adding and removing cost a few assignments.
 *
 * <p>Belongs to one event loop.
 */
final class Deadlines {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A timer that fires later than this means that the process was stalled. */
  private static final long STALL_NANOS = 50 * NANOS_PER_MILLI;

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

  @Nullable WebhookExchange first() {
    return first;
  }

  private void arm(long nanos) {
    long dueNanos = System.nanoTime() + nanos;
    armed = true;
    vertx.setTimer(Math.max(1, nanos / NANOS_PER_MILLI), _ -> fired(dueNanos));
  }

  /**
   * Timers run before sockets are read. If the process was stalled past a deadline, received
   * responses are read first, so that a stall here is not taken for a timeout of the receiver.
   */
  private void fired(long dueNanos) {
    if (System.nanoTime() - dueNanos > STALL_NANOS) {
      vertx.setTimer(1, _ -> expire());
    } else {
      expire();
    }
  }

  private void expire() {
    armed = false;
    // timers have millisecond precision
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
