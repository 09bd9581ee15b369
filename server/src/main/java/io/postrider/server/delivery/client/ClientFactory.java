package io.postrider.server.delivery.client;

import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.Config;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.config.NodeLimits;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Opens the webhook client by the configuration. */
public final class ClientFactory {

  private ClientFactory() {}

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
    Thread.ofPlatform().name("tls-warm-up").daemon().start(connector::warmUp);
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
              delivery.timeout(),
              time));
    }
    return clients;
  }
}
