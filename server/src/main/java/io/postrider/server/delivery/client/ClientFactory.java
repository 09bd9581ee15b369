package io.postrider.server.delivery.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.Config;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.config.NodeLimits;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Opens the webhook client by the configuration. */
public final class ClientFactory {

  /** When TLS is warmed up: not while the node starts, which needs all processors. */
  private static final Duration WARM_UP_DELAY = Duration.ofSeconds(1);

  private ClientFactory() {}

  private static void run(Runnable warmUp) {
    Thread _ = Thread.ofPlatform().name("tls-warm-up").daemon().start(warmUp);
  }

  /**
   * Opens the client of each event loop.
   *
   * @param running closes what they share
   */
  public static List<ClientContext> open(
      Config config,
      InstantSource time,
      InstantSource steadyTime,
      Vertx vertx,
      ClosingStack running) {
    DeliveryConfig delivery = config.delivery();
    Connector connector =
        running.add(
            Connector.open(vertx, TrustedAuthorities.load(delivery.caFile()), delivery.timeout()));
    CompletableFuture.delayedExecutor(WARM_UP_DELAY.toMillis(), MILLISECONDS, ClientFactory::run)
        .execute(connector::warmUp);
    Resolver resolver = running.add(new CachedResolver(DnsResolver.open(), steadyTime));
    AddressGuard guard = new AddressGuard(delivery.allowNetworks());
    int loops = config.http().eventLoopCount();
    int connections = Math.max(1, NodeLimits.of(config).receiverConnections() / loops);
    List<ClientContext> clients = new ArrayList<>();
    for (int i = 0; i < loops; i++) {
      Context eventLoop = ((VertxInternal) vertx).createEventLoopContext();
      clients.add(
          new ClientContext(
              eventLoop,
              connector,
              resolver,
              guard,
              new ConnectionLimit(connections),
              new PoolMonitor(eventLoop),
              new DeferredFlushes(),
              delivery.timeout(),
              time));
    }
    return clients;
  }
}
