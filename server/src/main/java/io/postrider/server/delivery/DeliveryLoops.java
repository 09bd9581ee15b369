package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.LiveReader;
import io.postrider.server.ledger.LedgerLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delivery loops of a node and the readers that feed them. Safe to use from any thread but an
 * event loop.
 *
 * <p>Each destination is pinned to one loop: the one with the fewest destinations when it is added.
 */
final class DeliveryLoops {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryLoops.class);
  private static final int CATCH_UP_THREADS = 2;
  private static final Duration APPLY_TIMEOUT = Duration.ofSeconds(10);

  private final RecordLog log;
  private final CatalogApplier applier;
  private final Duration shutdownTimeout;
  private final CatchUpReader catchUp;
  private final List<DeliveryLoop> loops = new ArrayList<>();
  private final Map<DestinationId, Integer> pinned = new HashMap<>();
  private final Map<PartitionClaim, LiveReader> readers = new HashMap<>();
  private Catalog catalog = Catalog.of(List.of(), List.of());
  private boolean draining;

  /**
   * @param clients the client context of each loop, on its event loop
   * @param mayDispatch whether this node may send at all
   * @param inFlightBytes the memory for requests in flight, of all loops
   * @param ledger makes the recorder of each loop
   */
  DeliveryLoops(
      RecordLog log,
      List<ClientContext> clients,
      CatalogApplier applier,
      BooleanSupplier mayDispatch,
      Duration shutdownTimeout,
      long inFlightBytes,
      LedgerLog ledger,
      InstantSource time,
      InstantSource steadyTime) {
    this.log = log;
    this.applier = applier;
    this.shutdownTimeout = shutdownTimeout;
    this.catchUp = CatchUpReader.start(log, CATCH_UP_THREADS);
    for (ClientContext client : clients) {
      long maxBytes = inFlightBytes / clients.size();
      loops.add(
          new DeliveryLoop(
              client,
              catchUp,
              log.partitions(),
              mayDispatch,
              maxBytes,
              ledger.recorder(clients.size()),
              ledger.past(),
              time,
              steadyTime));
    }
  }

  List<DeliveryLoop> all() {
    return loops;
  }

  /**
   * Opens a claimed partition on all loops, for every destination. No effect if the claim has ended
   * meanwhile.
   */
  synchronized void open(PartitionClaim claim) {
    if (draining) {
      return;
    }
    await(askAll(loop -> applier.open(loop, claim)));
    DeliveryLoop first = loops.getFirst();
    LogEndOffsets ends = ends();
    Catalog now = catalog;
    await(askAll(loop -> loop == first && applier.endDeleted(loop, now, claim, ends)));
  }

  /**
   * Reads an open partition from its start on, and lets its machines start what they can. No effect
   * if its claim has ended meanwhile.
   */
  synchronized void follow(PartitionClaim claim) {
    if (draining) {
      return;
    }
    loops.forEach(loop -> loop.execute(loop.workers()::markAllDirty));
    tick();
    synchronized (readers) {
      if (!claim.isEnded()) {
        readers.put(
            claim,
            LiveReader.start(
                log,
                claim.partition(),
                claim.start(),
                claim::observe,
                loops.stream().map(loop -> loop.sink(claim)).toList()));
      }
    }
  }

  /** Waits until no request of these claims is in flight, which have stopped. */
  void awaitIdle(List<PartitionClaim> claims, Duration patience) {
    List<CompletableFuture<?>> idle = new ArrayList<>();
    for (DeliveryLoop loop : loops) {
      for (PartitionClaim claim : claims) {
        idle.add(loop.whenIdle(claim));
      }
    }
    awaitAnswers(
        idle, patience, "Some receivers did not respond in time; partitions move without them.");
  }

  /** Ends the deliveries of a claim that has ended. Does not block. */
  void close(PartitionClaim claim) {
    loops.forEach(loop -> loop.execute(() -> loop.close(claim)));
    LiveReader reader;
    synchronized (readers) {
      reader = readers.remove(claim);
    }
    if (reader != null) {
      reader.stop();
    }
  }

  /** Lets all machines start what they can. Does not block. */
  void tick() {
    for (DeliveryLoop loop : loops) {
      loop.execute(
          () -> {
            for (DestinationWorker worker : loop.workers().all()) {
              worker.later(() -> worker.limits().tick(loop.nowMillis()));
            }
          });
    }
  }

  private CompletableFuture<?> askAll(Function<DeliveryLoop, Boolean> question) {
    return CompletableFuture.allOf(
        loops.stream()
            .map(loop -> loop.ask(() -> question.apply(loop)))
            .toArray(CompletableFuture[]::new));
  }

  /**
   * Applies a catalog on all loops and waits for them.
   *
   * @param removed gets each destination that is no longer there
   */
  synchronized void apply(Catalog catalog, Consumer<DestinationId> removed) {
    this.catalog = catalog;
    pinned.keySet().stream().filter(id -> catalog.destination(id).isEmpty()).forEach(removed);
    pinned.keySet().removeIf(id -> catalog.destination(id).isEmpty());
    List<List<Destination>> shares = new ArrayList<>();
    loops.forEach(loop -> shares.add(new ArrayList<>()));
    int[] counts = new int[loops.size()];
    pinned.values().forEach(index -> counts[index]++);
    for (Destination destination : catalog.destinations()) {
      int index = pinned.computeIfAbsent(destination.id(), id -> smallest(counts));
      shares.get(index).add(destination);
    }
    applier.destinations(pinned.size());
    LogEndOffsets ends = ends();
    List<CompletableFuture<Boolean>> applied = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      DeliveryLoop loop = loops.get(i);
      List<Destination> share = shares.get(i);
      applied.add(
          loop.ask(
              () -> {
                applier.apply(loop, catalog, share, ends);
                return true;
              }));
    }
    await(CompletableFuture.allOf(applied.toArray(CompletableFuture[]::new)));
  }

  private LogEndOffsets ends() {
    return new LogEndOffsets(log.endOffsets());
  }

  private static int smallest(int[] counts) {
    int smallest = 0;
    for (int i = 1; i < counts.length; i++) {
      if (counts[i] < counts[smallest]) {
        smallest = i;
      }
    }
    counts[smallest]++;
    return smallest;
  }

  private static void await(CompletableFuture<?> applied) {
    try {
      applied.get(APPLY_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("The event loops are too busy to apply a change.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot apply a change.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Stops the readers and waits for the requests in flight, up to the shutdown timeout. */
  void drain() {
    stopReading().forEach(LiveReader::close);
    catchUp.close();
    awaitAnswers(
        loops.stream().map(DeliveryLoop::drain).toList(),
        shutdownTimeout,
        "Some receivers did not respond in time; their messages are sent again at start.");
  }

  private synchronized List<LiveReader> stopReading() {
    draining = true;
    synchronized (readers) {
      List<LiveReader> all = List.copyOf(readers.values());
      readers.clear();
      return all;
    }
  }

  private static void awaitAnswers(
      Collection<? extends CompletableFuture<?>> answers, Duration patience, String otherwise) {
    try {
      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.info(otherwise);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void retire() {
    loops.forEach(loop -> loop.ask(() -> retire(loop)).join());
  }

  private static boolean retire(DeliveryLoop loop) {
    loop.workers().all().forEach(DestinationWorker::retire);
    loop.workers().leaving().forEach(DestinationWorker::retire);
    return true;
  }
}
