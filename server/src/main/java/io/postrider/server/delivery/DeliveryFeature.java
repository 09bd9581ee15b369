package io.postrider.server.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.Catalog;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.Config;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.config.OpenFiles;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.client.AddressGuard;
import io.postrider.server.delivery.client.CachedResolver;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.client.ConnectionLimit;
import io.postrider.server.delivery.client.Connector;
import io.postrider.server.delivery.client.DnsResolver;
import io.postrider.server.delivery.client.PoolMonitor;
import io.postrider.server.delivery.client.Resolver;
import io.postrider.server.delivery.client.TrustedAuthorities;
import io.postrider.server.delivery.sql.SqlBacklogStore;
import io.postrider.server.delivery.sql.SqlCursorStore;
import io.postrider.server.delivery.sql.SqlReplayStore;
import io.postrider.server.delivery.sql.SqlRoutingRuleStore;
import io.postrider.server.delivery.sql.SqlStatisticsStore;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivering: its databases, its way to the outside, and the service over both. */
public final class DeliveryFeature {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryFeature.class);

  /** Fewer connections to receivers than this are worth a warning. */
  private static final int FEW_LINES = 1_000;

  private final Config config;
  private final InstantSource time;
  private final SqlCursorStore cursors;
  private final SqlRoutingRuleStore rules;
  private final SqlReplayStore replays;
  private final Database statistics;

  /** Opens the databases of delivery. */
  public DeliveryFeature(Config config, InstantSource time, Databases databases) {
    this.config = config;
    this.time = time;
    this.cursors = new SqlCursorStore(databases.cursors());
    this.rules = new SqlRoutingRuleStore(databases.cursors());
    this.replays = new SqlReplayStore(databases.cursors());
    this.statistics = databases.statistics();
  }

  /**
   * Starts to deliver.
   *
   * @param running gets what has to be closed before the log is
   */
  public DeliveryService start(World world, Catalog catalog, ClosingStack running) {
    DeliveryConfig delivery = config.delivery();
    Connector dialler =
        running.add(
            Connector.open(
                world.vertx, TrustedAuthorities.load(delivery.caFile()), delivery.timeout()));
    Thread.ofPlatform().name("tls-warm-up").daemon().start(dialler::warmUp);
    Resolver resolver = running.add(new CachedResolver(DnsResolver.open(), time));
    AddressGuard guard = new AddressGuard(delivery.allowNetworks());
    int loops = config.http().eventLoopCount();
    int lines = lines(delivery) / loops;
    return running.add(
        DeliveryService.start(
            new DeliveryParts(
                world.vertx,
                loops,
                world.log,
                cursors,
                rules,
                replays,
                new SqlStatisticsStore(statistics),
                new SqlBacklogStore(statistics),
                context ->
                    new ClientContext(
                        context,
                        dialler,
                        resolver,
                        guard,
                        new ConnectionLimit(Math.max(1, lines)),
                        new PoolMonitor(context),
                        delivery.timeout(),
                        time),
                delivery,
                List.of(world.retained),
                world.hidden,
                time,
                world.metrics),
            catalog));
  }

  private static int lines(DeliveryConfig delivery) {
    OpenFiles files = OpenFiles.ofThisProgram();
    int most = files.outgoing(delivery.maxConnections());
    if (most < Math.min(FEW_LINES, delivery.maxConnections())) {
      LOG.warn(
          "at most {} connections to receivers, as the system lets this program open only {} files;"
              + " raise that (ulimit -n, LimitNOFILE)",
          most,
          files.limit());
    }
    return most;
  }

  /** What delivering runs in. */
  public record World(
      Vertx vertx,
      RecordLog log,
      RetainedOffsets retained,
      HiddenRecords hidden,
      MeterRegistry metrics) {}
}
