package io.postrider.server.delivery.client;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Posts messages to the receivers of one destination.
 *
 * <p>Everything happens on the event loop of its {@link ClientContext}: it has to be called there
 * and completes there, each post exactly once and within {@code delivery.timeout}, never before
 * {@link #post} has returned. How many posts are under way at once is for the caller to bound;
 * connections follow their number.
 */
public final class WebhookClient implements AutoCloseable {

  private static final long SWEEP_MILLIS = 10_000;

  private final ClientContext outside;
  private final Deadlines deadlines;
  private final Map<Origin, OriginPool> lanes = new HashMap<>();
  private boolean sweeping;
  private boolean closed;

  public WebhookClient(ClientContext outside) {
    this.outside = outside;
    this.deadlines = new Deadlines(outside.context().owner(), outside.timeout().toNanos());
  }

  /** Posts one message. */
  public void post(WebhookRequest request, Consumer<AttemptResult> done) {
    OriginPool lane = lane(request.target().origin());
    WebhookExchange exchange = new WebhookExchange(this, lane, request, done);
    deadlines.add(exchange);
    if (closed) {
      outside.context().runOnContext(_ -> exchange.stop());
    } else {
      lane.want(exchange);
    }
  }

  /** Ends all posts that are under way, as failed ones to be tried again, and all connections. */
  @Override
  public void close() {
    closed = true;
    lanes.values().forEach(OriginPool::close);
    WebhookExchange exchange = deadlines.first();
    while (exchange != null) {
      exchange.stop();
      exchange = deadlines.first();
    }
  }

  ClientContext outside() {
    return outside;
  }

  void ended(WebhookExchange exchange) {
    deadlines.remove(exchange);
  }

  private OriginPool lane(Origin origin) {
    OriginPool lane = lanes.get(origin);
    if (lane == null) {
      lane = new OriginPool(outside, origin);
      lanes.put(origin, lane);
      if (!sweeping) {
        sweepLater();
      }
    }
    return lane;
  }

  private void sweepLater() {
    sweeping = true;
    outside.context().owner().setTimer(SWEEP_MILLIS, _ -> sweep());
  }

  private void sweep() {
    sweeping = false;
    sweep(System.nanoTime());
    if (!lanes.isEmpty() && !closed) {
      sweepLater();
    }
  }

  /** Closes what has been idle for too long at a time. */
  void sweep(long nowNanos) {
    lanes.values().removeIf(lane -> !lane.sweep(nowNanos));
  }
}
