package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryRules;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.Routing;
import io.postrider.route.RoutingDecision;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.LiveReader;
import io.postrider.server.delivery.replay.ReplayService;
import io.postrider.server.delivery.stats.SampleMemory;
import io.postrider.server.delivery.stats.StatisticsFlusher;
import io.vertx.core.Context;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delivering side of a node. Reads the log, posts what is in it, and keeps how far it has come.
 *
 * <p>May be called from any thread. Each destination is pinned to one event loop, the one that has
 * the fewest when it is first seen.
 */
public final class DeliveryService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryService.class);
  private static final int CATCH_UP_THREADS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RecordLog log;
  private final DeliveryConfig config;
  private final SampleMemory samples;
  private final CatchUpReader catchUp;
  private final List<DeliveryLoop> loops = new ArrayList<>();
  private final List<CatalogApplier> rosters = new ArrayList<>();
  private final Map<DestinationId, Integer> pinned = new HashMap<>();
  private final CursorFlusher flusher;
  private final StatisticsFlusher statistics;
  private final Routing routing;
  private final RoutingRuleChanges rules;
  private final DeliveryInspector inspection;
  private final ReplayService replays;
  private final List<LiveReader> readers = new ArrayList<>();
  private boolean closed;

  private DeliveryService(DeliveryParts parts, List<CursorStore.Kept> kept) {
    this.log = parts.log();
    this.config = parts.config();
    this.samples = new SampleMemory(config.sampleMemory().bytes());
    this.catchUp = CatchUpReader.start(log, CATCH_UP_THREADS);
    SharedQueueBudget budget = new SharedQueueBudget(config.queueMemory().bytes());
    DeliveryMetrics metrics = new DeliveryMetrics(parts.metrics());
    LoopParts shared =
        new LoopParts(
            rules(config),
            new Routing(config.historicalAfter()),
            parts.outsides(),
            budget,
            samples,
            metrics,
            parts.hidden(),
            parts.time());
    List<Long> positions = StartPositions.start(log, kept);
    for (int i = 0; i < parts.loopCount(); i++) {
      Context context = ((VertxInternal) parts.vertx()).createEventLoopContext();
      DeliveryLoop loop = new DeliveryLoop(context, shared, catchUp, positions);
      loops.add(loop);
      rosters.add(new CatalogApplier(loop, RandomGenerator.getDefault(), kept));
    }
    metrics.watch(loops, log, budget);
    this.flusher =
        new CursorFlusher(
            parts.cursors(),
            log,
            kept.stream().map(CursorStore.Kept::epoch).toList(),
            loops,
            parts.retained(),
            () -> loops.forEach(DeliveryLoop::stopRounds));
    BacklogSampler backlogs =
        new BacklogSampler(
            parts.backlogs(), () -> DestinationStatus.ofAll(loops), log, parts.time());
    this.statistics =
        new StatisticsFlusher(parts.statistics(), parts.backlogs(), backlogs, loops, parts.time());
    this.routing = shared.routing();
    this.rules = new RoutingRuleChanges(parts.rules(), log, config.historicalAfter());
    this.inspection =
        new DeliveryInspector(loops, statistics, parts.statistics(), parts.backlogs());
    this.replays = new ReplayService(inspection, parts.replays(), flusher::kept, parts.time());
  }

  /**
   * Starts to deliver by a catalog.
   *
   * @throws IllegalArgumentException if the cursors that are kept do not belong to the log
   */
  public static DeliveryService start(DeliveryParts parts, Catalog catalog) {
    List<CursorStore.Kept> kept = new ArrayList<>();
    for (int partition = 0; partition < parts.log().partitions(); partition++) {
      CursorStore.Kept found = parts.cursors().claim(partition);
      StartPositions.check(parts.log(), partition, found);
      kept.add(found);
    }
    DeliveryService service = new DeliveryService(parts, kept);
    try {
      service.apply(catalog);
    } catch (RuntimeException failed) {
      service.close();
      throw failed;
    }
    service.begin();
    return service;
  }

  private void begin() {
    List<Long> positions = loops.getFirst().positions();
    for (int partition = 0; partition < positions.size(); partition++) {
      readers.add(LiveReader.start(log, partition, positions.get(partition), loops));
    }
    flusher.start();
    statistics.start();
  }

  private static DeliveryRules rules(DeliveryConfig config) {
    DeliveryRules usual = DeliveryRules.DEFAULT;
    return new DeliveryRules(
        config.retryFirstDelay(),
        config.retryMaxDelay(),
        config.retryWindow(),
        usual.breakerFailures(),
        Math.min(usual.firstConcurrency(), config.maxConcurrency()),
        config.maxConcurrency(),
        config.maxOpen(),
        config.queueMessages(),
        (int) config.queueBytes().bytes(),
        usual.replayOpen());
  }

  /** Brings a catalog into force; when this returns, it is. */
  public synchronized void apply(Catalog catalog) {
    if (!closed) {
      bringIntoForce(catalog);
      rules.apply(catalog);
    }
  }

  private void bringIntoForce(Catalog catalog) {
    pinned.keySet().stream()
        .filter(id -> catalog.destination(id).isEmpty())
        .forEach(statistics::forget);
    List<List<Destination>> shares = new ArrayList<>();
    loops.forEach(loop -> shares.add(new ArrayList<>()));
    pinned.keySet().removeIf(id -> catalog.destination(id).isEmpty());
    int[] counts = new int[loops.size()];
    pinned.values().forEach(index -> counts[index]++);
    for (Destination destination : catalog.destinations()) {
      int index = pinned.computeIfAbsent(destination.id(), id -> least(counts));
      shares.get(index).add(destination);
    }
    samples.divide(pinned.size());
    List<CompletableFuture<Boolean>> applied = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      CatalogApplier roster = rosters.get(i);
      List<Destination> share = shares.get(i);
      applied.add(
          loops
              .get(i)
              .ask(
                  () -> {
                    roster.apply(catalog, share);
                    return true;
                  }));
    }
    await(CompletableFuture.allOf(applied.toArray(CompletableFuture[]::new)));
  }

  private static boolean retired(DeliveryLoop loop) {
    loop.outbounds().all().forEach(DestinationWorker::retire);
    return true;
  }

  private static int least(int[] counts) {
    int least = 0;
    for (int i = 1; i < counts.length; i++) {
      if (counts[i] < counts[least]) {
        least = i;
      }
    }
    counts[least]++;
    return least;
  }

  private static void await(CompletableFuture<?> applied) {
    try {
      applied.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("The event loops are too busy to take a change.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A change could not be brought into force.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Answers questions about deliveries. */
  public DeliveryInspector inspection() {
    return inspection;
  }

  /** Sends again what is in the log. */
  public ReplayService replays() {
    return replays;
  }

  /** Sends one message outside of everything else. */
  public TestDelivery testRound() {
    return new TestDelivery(loops);
  }

  /** Posts what is no message at all. */
  public SinglePost singlePost() {
    return new SinglePost(loops.getFirst());
  }

  /** Whether the message at a place in the log goes to a destination, and why not. */
  public RoutingDecision verdict(
      Catalog catalog, Destination destination, int partition, long offset, RecordView record) {
    return routing.wasFor(destination, partition, offset, record)
        ? DestinationSelection.accepted(destination, catalog, routing).verdict(record)
        : RoutingDecision.NOT_FOR_IT;
  }

  /**
   * Whether the message at a place in the log was never judged by other rules than those in force,
   * so that {@link #verdict} says what became of it.
   */
  public boolean wasJudgedAlike(Destination destination, int partition, long offset) {
    return rules.areSteady(destination.id(), partition, offset);
  }

  /** Whether a message would go to a destination if it were accepted now. */
  public boolean isForToday(Catalog catalog, Destination destination, RecordView record) {
    return routing.isFor(destination, record)
        && DestinationSelection.today(destination, catalog, routing).passes(record);
  }

  /** How far all loops have read a partition live. */
  public long position(int partition) {
    return loops.stream().mapToLong(loop -> loop.partition(partition).position()).min().orElse(0);
  }

  /** Reads no more, lets requests under way finish for a while, and keeps how far it has come. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    readers.forEach(LiveReader::close);
    catchUp.close();
    CompletableFuture<?>[] idle =
        loops.stream().map(DeliveryLoop::drain).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(idle)
          .get(config.shutdownPatience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.info("Some receivers did not answer in time; their messages are sent again after start.");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    flusher.close();
    statistics.close();
    loops.forEach(loop -> loop.ask(() -> retired(loop)).join());
  }
}
