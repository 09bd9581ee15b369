package io.postrider.server.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.Catalog;
import io.postrider.server.NodeContext;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RepeatedRecords;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.config.Config;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.config.NodeLimits;
import io.postrider.server.config.Role;
import io.postrider.server.database.Database;
import io.postrider.server.delivery.api.DeliveryApi;
import io.postrider.server.delivery.api.KnownSources;
import io.postrider.server.delivery.api.LedgerReader;
import io.postrider.server.delivery.api.ReceivedMessages;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.client.ClientFactory;
import io.postrider.server.delivery.cluster.ClusterBeat;
import io.postrider.server.delivery.cluster.ClusterStatuses;
import io.postrider.server.delivery.limits.NodeShares;
import io.postrider.server.delivery.sql.SqlClusterStore;
import io.postrider.server.delivery.sql.SqlCursorStore;
import io.postrider.server.delivery.sql.SqlRepeatedRecords;
import io.postrider.server.delivery.sql.SqlReplayStore;
import io.postrider.server.delivery.sql.SqlRoutingRuleStore;
import io.postrider.server.delivery.sql.SqlShareStore;
import io.postrider.server.delivery.sql.SqlStatisticsStore;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.tracing.Tracing;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Delivery: the service, on a node with the deliver role, and the admin API. */
public final class DeliveryFeature {

  /** A partition moves soon, and long before the group counts this node as dead. */
  private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(2);

  private final NodeContext node;
  private final LiveCatalog catalog;
  private final HiddenRecords hidden;
  private final @Nullable DeliveryService service;
  private final @Nullable ClusterBeat beat;
  private final @Nullable DeliveryViews views;

  private DeliveryFeature(
      NodeContext node,
      LiveCatalog catalog,
      HiddenRecords hidden,
      @Nullable DeliveryService service) {
    this.node = node;
    this.catalog = catalog;
    this.hidden = hidden;
    this.service = service;
    String name = node.kafka().map(KafkaEngine::node).orElse(null);
    this.beat = name == null ? null : beat(node, name, service);
    RoutingRuleChanges rules = service == null ? null : service.rules();
    if (beat != null && name != null) {
      this.views =
          ClusterFeature.open(
              node, name, service, statistics(), rules == null ? followRules() : rules, beat);
    } else if (service != null && rules != null) {
      DeliveryInspector inspector = service.inspector();
      this.views =
          new DeliveryViews(
              inspector,
              statistics(),
              inspector,
              inspector::attempts,
              service.breakers(),
              service.replays(),
              rules);
    } else {
      this.views = null;
    }
    Gauge.builder("postrider.partitions.unowned", this, all -> all.unowned().size())
        .description("Partitions of the log that no node delivers")
        .register(node.metrics());
  }

  /** The rules that other nodes deliver by. */
  private RoutingRuleChanges followRules() {
    RoutingRuleChanges rules =
        new RoutingRuleChanges(
            new SqlRoutingRuleStore(node.databases().cursors()),
            node.log(),
            node.config().delivery().historicalAfter());
    catalog.listen(rules::apply);
    return rules;
  }

  private static ClusterBeat beat(
      NodeContext node, String name, @Nullable DeliveryService service) {
    ClusterBeat beat =
        ClusterBeat.start(
            name,
            node.log().partitions(),
            () -> service == null ? Map.of() : service.epochs(),
            () -> service == null ? Map.of() : service.inspector().statuses(),
            new SqlClusterStore(node.databases().cursors()),
            node.time());
    if (service != null) {
      beat.listen(service::unowned);
    }
    return node.closing().add(beat);
  }

  /**
   * Starts deliveries if this node has the role.
   *
   * @param refreshHidden reads again which records are hidden; may block
   */
  public static DeliveryFeature open(
      NodeContext node,
      LiveCatalog catalog,
      HiddenRecords hidden,
      Runnable refreshHidden,
      LedgerLog ledger) {
    if (!node.has(Role.DELIVER)) {
      return new DeliveryFeature(node, catalog, hidden, null);
    }
    DeliveryService service =
        start(
            node.config(),
            node.time(),
            node.steadyTime(),
            node.databases().cursors(),
            node.databases().statistics(),
            new SqlCursorStore(
                node.databases().cursors(), new CursorClock(node.bootClock(), node.time())),
            node.vertx(),
            source(node, catalog, hidden, refreshHidden),
            ledger,
            node.metrics(),
            node.tracing(),
            catalog.current(),
            node.closing());
    catalog.listen(service::apply);
    return new DeliveryFeature(node, catalog, hidden, service);
  }

  private static DeliverySource source(
      NodeContext node, LiveCatalog catalog, HiddenRecords hidden, Runnable refreshHidden) {
    KafkaEngine kafka = node.kafka().orElse(null);
    return kafka == null
        ? DeliverySource.ofOneNode(node.log(), node.retained(), hidden)
        : new DeliverySource(
            node.log(),
            node.retained(),
            hidden,
            new GroupAssignment(listener -> new KafkaMembership(kafka.join(listener))),
            DuplicateSearch.within(
                node.config().dedupe().windowFor(node.config().log().engine()),
                node.log(),
                node.time()),
            () -> {
              catalog.refresh();
              refreshHidden.run();
            },
            kafka.node());
  }

  /**
   * Starts to deliver by a catalog.
   *
   * @param tracing null if attempts are not traced
   * @param running gets what has to be closed before the log
   * @throws IllegalArgumentException if the saved cursors do not belong to the log
   */
  static DeliveryService start(
      Config config,
      InstantSource time,
      InstantSource steadyTime,
      Database database,
      Database statistics,
      CursorStore cursors,
      Vertx vertx,
      DeliverySource source,
      LedgerLog ledger,
      MeterRegistry registry,
      @Nullable Tracing tracing,
      Catalog catalog,
      ClosingStack running) {
    DeliveryConfig delivery = config.delivery();
    RecordLog log = source.log();
    PartitionAssignment assignment = source.assignment();
    ClaimedPartitions claimed = new ClaimedPartitions(log.partitions());
    DeliveryMetrics metrics = new DeliveryMetrics(registry);
    NodeLimits limits = NodeLimits.of(config);
    SharedQueueBudget budget = new SharedQueueBudget(limits.queueBytes());
    NodeShares shares = source.node() == null ? null : new NodeShares();
    CatalogApplier applier =
        new CatalogApplier(
            delivery, limits, source.hidden(), budget, metrics, claimed, shares, tracing);
    RoutingRuleChanges rules =
        new RoutingRuleChanges(new SqlRoutingRuleStore(database), log, delivery.historicalAfter());
    List<ClientContext> clients = ClientFactory.open(config, time, steadyTime, vertx, running);
    DeliveryLoops loops =
        new DeliveryLoops(
            log,
            clients,
            applier,
            assignment::mayDispatch,
            delivery.shutdownPatience(),
            limits.inFlightBytes(),
            ledger,
            time,
            steadyTime);
    metrics.watch(loops.all(), log, budget);
    LimitLeases leases =
        source.node() == null || shares == null
            ? null
            : running.add(
                new LimitLeases(
                    source.node(), new SqlShareStore(database), shares, loops.all(), steadyTime));
    CursorFlusher flusher =
        new CursorFlusher(
            cursors,
            log,
            claimed,
            loops.all(),
            source.retained(),
            ledger.writer(),
            (claim, lost) -> {
              loops.close(claim);
              if (lost.isToAnotherNode()) {
                assignment.fenced(claim.partition());
              }
              claimed.remove(claim); // only now it can be claimed again
              if (!lost.isToAnotherNode()) {
                assignment.forgotten(claim.partition());
              }
            });
    PartitionClaims partitions =
        new PartitionClaims(
            cursors,
            log,
            claimed,
            loops,
            flusher,
            source.duplicates(),
            source.refresh(),
            RELEASE_PATIENCE);
    SqlStatisticsStore store = new SqlStatisticsStore(statistics);
    DeliveryInspector inspector = new DeliveryInspector(loops.all());
    DestinationStatuses statuses =
        source.node() == null
            ? inspector
            : new ClusterStatuses(
                source.node(),
                () -> partitions.epochs().keySet(),
                inspector,
                new SqlClusterStore(database));
    BacklogSampler sampler = new BacklogSampler(store, statuses::statuses, log, time);
    StatisticsFlusher statisticsFlusher =
        new StatisticsFlusher(store, sampler, loops.all(), time, () -> partitions.delivers(0));
    ReplayService replays =
        new ReplayService(inspector, new SqlReplayStore(database), flusher::saved, time);
    DeliveryService service =
        running.add(
            new DeliveryService(
                    loops,
                    assignment,
                    partitions,
                    flusher,
                    statisticsFlusher,
                    rules,
                    inspector,
                    replays,
                    statuses)
                .start(catalog));
    if (leases != null) {
      leases.start();
    }
    running.add(DestinationGauges.start(registry, loops.all(), log, time));
    return service;
  }

  private MessageHashes hashes() {
    return node.log() instanceof EmbeddedLog embedded
        ? MessageHashes.of(embedded)
        : new RecordHashes(node.log());
  }

  /** The records that repeat others, which this or another node finds; null on a single node. */
  public @Nullable RepeatedRecords repeats() {
    return node.kafka().isEmpty() ? null : new SqlRepeatedRecords(node.databases().cursors());
  }

  /** Whether this node delivers a partition now. */
  public boolean delivers(int partition) {
    return service != null && service.delivers(partition);
  }

  /** The service; empty on a node without the deliver role. */
  public Optional<DeliveryService> service() {
    return Optional.ofNullable(service);
  }

  /** How often destinations lost messages that the log deleted, on any node. May block. */
  public Map<DestinationId, Long> losses() {
    return new SqlCursorStore(node.databases().cursors()).losses();
  }

  /** The status of destinations on all nodes; empty if no node delivers that this one knows of. */
  public Optional<DestinationStatuses> statuses() {
    return Optional.ofNullable(views).map(DeliveryViews::statuses);
  }

  /** The statistics of deliveries on all nodes. */
  public StatisticsReader statistics() {
    return new StatisticsReader(
        new SqlStatisticsStore(node.databases().statistics()),
        service == null ? () -> {} : service::flushStatistics);
  }

  /** What keeps deliveries of several nodes from their usual course, in words. Never blocks. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    SortedSet<Integer> unowned = unowned();
    if (!unowned.isEmpty()) {
      warnings.add("No node delivers partitions %s of the log.".formatted(unowned));
    }
    if (beat != null && beat.isDatabaseAway()) {
      warnings.add(
          "The database is unavailable. Messages are accepted and delivered; changes of the"
              + " configuration are refused.");
    }
    Set<Integer> waiting = service == null ? Set.of() : service.waitingPartitions();
    if (!waiting.isEmpty()) {
      warnings.add(
          "Partitions %s of the log wait for this node to claim them; see its log."
              .formatted(new TreeSet<>(waiting)));
    }
    if (service != null && service.isExpelled()) {
      warnings.add("This node delivers no partition until it restarts; see its log.");
    }
    return warnings;
  }

  /**
   * The partitions that no node delivers, as of the last second. Without the database, those that
   * this node knew of before, and those that it is to deliver and cannot claim. Never blocks.
   */
  public SortedSet<Integer> unowned() {
    if (beat == null) {
      return Collections.emptySortedSet();
    }
    SortedSet<Integer> unowned = new TreeSet<>(beat.unowned());
    if (service != null && beat.isDatabaseAway()) {
      unowned.addAll(service.waitingPartitions());
    }
    return unowned;
  }

  /** The health of destinations on all nodes. */
  public DestinationHealth health() {
    return statuses()
        .map(DestinationStatuses::health)
        .orElseGet(() -> DestinationHealth.bySettings(catalog::current));
  }

  /**
   * The admin API.
   *
   * @param countedSources every source of which messages were counted, deleted ones too
   * @param ledger what deliveries recorded
   * @param received how many messages were accepted
   */
  public List<ApiRoutes> routes(
      AuditTrail trail,
      RedactionPolicy redaction,
      Supplier<List<SourceId>> countedSources,
      LedgerReader ledger,
      ReceivedMessages received) {
    return api(new KnownSources(catalog, countedSources), ledger)
        .routes(catalog, trail, node.time(), redaction, received);
  }

  private DeliveryApi api(KnownSources sources, LedgerReader ledger) {
    MessageSearch search = new MessageSearch(node.log(), hashes(), node.hashKey(), hidden);
    UserSearch users = new UserSearch(node.log(), node.hashKey(), hidden);
    return views == null
        ? DeliveryApi.none()
        : DeliveryApi.of(
            views,
            service == null ? null : service.singlePost(),
            sources,
            node.log(),
            search,
            users,
            ledger);
  }
}
