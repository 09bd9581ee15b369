package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.LiveReader;
import io.postrider.server.ledger.LedgerRecorder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delivery loops of a node and the readers that feed them. The owner calls it from one thread
 * at a time.
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
  private final List<LiveReader> readers = new ArrayList<>();

  /**
   * @param clients the client context of each loop, on its event loop
   * @param saved the saved cursors of each partition
   * @param inFlightBytes the memory for requests in flight, of all loops
   * @param ledgers makes the recorder of each loop
   */
  DeliveryLoops(
      RecordLog log,
      List<ClientContext> clients,
      List<CursorStore.Saved> saved,
      CatalogApplier applier,
      Duration shutdownTimeout,
      long inFlightBytes,
      Supplier<LedgerRecorder> ledgers,
      InstantSource time,
      InstantSource steadyTime) {
    this.log = log;
    this.applier = applier;
    this.shutdownTimeout = shutdownTimeout;
    this.catchUp = CatchUpReader.start(log, CATCH_UP_THREADS);
    List<Long> positions = StartPositions.start(log, saved);
    for (ClientContext client : clients) {
      long maxBytes = inFlightBytes / clients.size();
      loops.add(
          new DeliveryLoop(client, catchUp, positions, maxBytes, ledgers.get(), time, steadyTime));
    }
  }

  List<DeliveryLoop> all() {
    return loops;
  }

  void start() {
    List<Long> positions = loops.getFirst().positions();
    for (int partition = 0; partition < positions.size(); partition++) {
      readers.add(LiveReader.start(log, partition, positions.get(partition), loops));
    }
  }

  /**
   * Applies a catalog on all loops and waits for them.
   *
   * @param removed gets each destination that is no longer there
   */
  void apply(Catalog catalog, Consumer<DestinationId> removed) {
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

  /** Ends what destinations had open that were deleted before the last stop. */
  void endDeleted(Catalog catalog) {
    DeliveryLoop loop = loops.getFirst();
    LogEndOffsets ends = ends();
    await(
        loop.ask(
            () -> {
              applier.endDeleted(loop, catalog, ends);
              return true;
            }));
  }

  private LogEndOffsets ends() {
    return new LogEndOffsets(
        IntStream.range(0, log.partitions()).mapToObj(log::endOffset).toList());
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

  /** Starts no more rounds. */
  void stopRounds() {
    loops.forEach(DeliveryLoop::stopRounds);
  }

  /** Stops the readers and waits for the requests in flight, up to the shutdown timeout. */
  void drain() {
    readers.forEach(LiveReader::close);
    catchUp.close();
    CompletableFuture<?>[] idle =
        loops.stream().map(DeliveryLoop::drain).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(idle).get(shutdownTimeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.info("Some receivers did not respond in time; their messages are sent again at start.");
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
