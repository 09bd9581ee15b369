package io.postrider.server.delivery.client;

import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.Config;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.config.OpenFiles;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the webhook client by the configuration. */
public final class ClientFactory {

  private static final Logger LOG = LoggerFactory.getLogger(ClientFactory.class);

  /** Below this number of connections to receivers a warning is logged. */
  private static final int FEW_CONNECTIONS = 1_000;

  private ClientFactory() {}

  /**
   * Opens the client of each event loop.
   *
   * @param running closes what they share
   */
  public static List<ClientContext> open(
      Config config, InstantSource time, Vertx vertx, ClosingStack running) {
    DeliveryConfig delivery = config.delivery();
    Connector connector =
        running.add(
            Connector.open(vertx, TrustedAuthorities.load(delivery.caFile()), delivery.timeout()));
    Thread.ofPlatform().name("tls-warm-up").daemon().start(connector::warmUp);
    Resolver resolver = running.add(new CachedResolver(DnsResolver.open(), time));
    AddressGuard guard = new AddressGuard(delivery.allowNetworks());
    int loops = config.http().eventLoopCount();
    int connections = Math.max(1, connections(delivery) / loops);
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

  private static int connections(DeliveryConfig delivery) {
    OpenFiles files = OpenFiles.ofThisProcess();
    int max = files.outgoing(delivery.maxConnections());
    if (max < Math.min(FEW_CONNECTIONS, delivery.maxConnections())) {
      LOG.warn(
          "Connections to receivers are limited to {}, because the process may open only {} files;"
              + " raise that limit (ulimit -n, LimitNOFILE).",
          max,
          files.limit());
    }
    return max;
  }
}
