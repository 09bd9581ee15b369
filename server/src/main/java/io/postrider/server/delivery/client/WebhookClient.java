package io.postrider.server.delivery.client;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Posts messages to the receivers of one destination.
 *
 * <p>Belongs to the event loop of its {@link ClientContext}. Each post completes there exactly
 * once, within {@code delivery.timeout}, and never before {@link #post} returns. The caller bounds
 * the number of concurrent posts, and with it the number of connections.
 */
public final class WebhookClient implements AutoCloseable {

  private static final long SWEEP_MILLIS = 10_000;

  private final ClientContext context;
  private final Deadlines deadlines;
  private final Map<Origin, OriginPool> pools = new HashMap<>();
  private boolean sweeping;
  private boolean closed;

  public WebhookClient(ClientContext context) {
    this.context = context;
    this.deadlines = new Deadlines(context.eventLoop().owner(), context.timeout().toNanos());
  }

  public void post(WebhookRequest request, Consumer<AttemptResult> done) {
    OriginPool pool = pool(request.target().origin());
    WebhookExchange exchange = new WebhookExchange(this, pool, request, done);
    deadlines.add(exchange);
    if (closed) {
      context.eventLoop().runOnContext(_ -> exchange.stop());
    } else {
      pool.acquire(exchange);
    }
  }

  /** Fails all posts in flight as retryable, and closes all connections. */
  @Override
  public void close() {
    closed = true;
    pools.values().forEach(OriginPool::close);
    WebhookExchange exchange = deadlines.first();
    while (exchange != null) {
      exchange.stop();
      exchange = deadlines.first();
    }
  }

  ClientContext context() {
    return context;
  }

  void ended(WebhookExchange exchange) {
    deadlines.remove(exchange);
  }

  private OriginPool pool(Origin origin) {
    OriginPool pool = pools.get(origin);
    if (pool == null) {
      pool = new OriginPool(context, origin);
      pools.put(origin, pool);
      if (!sweeping) {
        sweepLater();
      }
    }
    return pool;
  }

  private void sweepLater() {
    sweeping = true;
    context.eventLoop().owner().setTimer(SWEEP_MILLIS, _ -> sweep());
  }

  private void sweep() {
    sweeping = false;
    sweep(System.nanoTime());
    if (!pools.isEmpty() && !closed) {
      sweepLater();
    }
  }

  void sweep(long nowNanos) {
    pools.values().removeIf(pool -> !pool.sweep(nowNanos));
  }
}
