package io.postrider.server.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.delivery.DeliveryRules;
import io.postrider.log.RecordLog;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.Catalog;
import io.postrider.route.Routing;
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
import io.postrider.server.delivery.stats.SampleMemory;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivery: its stores, its HTTP client and its service. */
public final class DeliveryFeature {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryFeature.class);

  /** Below this number of connections to receivers a warning is logged. */
  private static final int FEW_CONNECTIONS = 1_000;

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final Database statistics;
  private final CursorStore cursors;

  public DeliveryFeature(Config config, InstantSource time, Databases databases) {
    this(
        config,
        time,
        databases.cursors(),
        databases.statistics(),
        new SqlCursorStore(databases.cursors()));
  }

  DeliveryFeature(
      Config config,
      InstantSource time,
      Database database,
      Database statistics,
      CursorStore cursors) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.statistics = statistics;
    this.cursors = cursors;
  }

  /**
   * Starts to deliver by a catalog.
   *
   * @param running gets what has to be closed before the log
   * @throws IllegalArgumentException if the saved cursors do not belong to the log
   */
  public DeliveryService start(
      Vertx vertx,
      RecordLog log,
      RetainedOffsets retained,
      HiddenRecords hidden,
      MeterRegistry registry,
      Catalog catalog,
      ClosingStack running) {
    DeliveryConfig delivery = config.delivery();
    List<CursorStore.Saved> saved = claim(log);
    DeliveryMetrics metrics = new DeliveryMetrics(registry);
    SharedQueueBudget budget = new SharedQueueBudget(delivery.queueMemory().bytes());
    DestinationWorkerFactory factory =
        new DestinationWorkerFactory(
            rules(delivery),
            new Routing(delivery.historicalAfter()),
            hidden,
            budget,
            new SampleMemory(delivery.sampleMemory().bytes()),
            metrics);
    RoutingRuleChanges rules =
        new RoutingRuleChanges(new SqlRoutingRuleStore(database), log, delivery.historicalAfter());
    DeliveryLoops loops =
        new DeliveryLoops(
            log, clients(vertx, running), saved, factory, delivery.shutdownPatience(), time);
    metrics.watch(loops.all(), log, budget);
    CursorFlusher flusher =
        new CursorFlusher(
            cursors,
            log,
            saved.stream().map(CursorStore.Saved::epoch).toList(),
            loops.all(),
            List.of(retained),
            loops::stopRounds);
    SqlStatisticsStore counts = new SqlStatisticsStore(statistics);
    SqlBacklogStore backlogs = new SqlBacklogStore(statistics);
    BacklogSampler sampler =
        new BacklogSampler(backlogs, () -> DestinationStatus.ofAll(loops.all()), log, time);
    StatisticsFlusher statisticsFlusher =
        new StatisticsFlusher(counts, backlogs, sampler, loops.all(), time);
    DeliveryInspector inspector =
        new DeliveryInspector(loops.all(), statisticsFlusher, counts, backlogs);
    ReplayService replays =
        new ReplayService(inspector, new SqlReplayStore(database), flusher::saved, time);
    return running.add(
        new DeliveryService(loops, flusher, statisticsFlusher, rules, inspector, replays)
            .start(catalog));
  }

  private List<CursorStore.Saved> claim(RecordLog log) {
    List<CursorStore.Saved> saved = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      CursorStore.Saved found = cursors.claim(partition);
      StartPositions.check(log, partition, found);
      saved.add(found);
    }
    return saved;
  }

  /** The client context of each event loop. */
  private List<ClientContext> clients(Vertx vertx, ClosingStack running) {
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

  private static DeliveryRules rules(DeliveryConfig config) {
    DeliveryRules defaults = DeliveryRules.DEFAULT;
    return new DeliveryRules(
        config.retryFirstDelay(),
        config.retryMaxDelay(),
        config.retryWindow(),
        defaults.breakerFailures(),
        Math.min(defaults.firstConcurrency(), config.maxConcurrency()),
        config.maxConcurrency(),
        config.maxOpen(),
        config.queueMessages(),
        (int) config.queueBytes().bytes(),
        defaults.replayOpen());
  }

  private static int connections(DeliveryConfig delivery) {
    OpenFiles files = OpenFiles.ofThisProgram();
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
