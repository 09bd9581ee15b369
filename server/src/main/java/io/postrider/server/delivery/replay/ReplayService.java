package io.postrider.server.delivery.replay;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.DestinationWorker;
import io.postrider.server.delivery.PartitionDelivery;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Starts and ends replays, and tells how far they are. May be called from any thread but an event
 * loop, and may throw {@link DatabaseUnavailableException}.
 *
 * <p>A replay's id is the millisecond it was ordered in, so that one which goes on after a restart
 * still tells when that was. What was ordered here is on disk when the call returns.
 */
public final class ReplayService {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A stretch of one partition to send again. */
  public record Stretch(int partition, long from, long to) {}

  /** What became of an order: an id, or that of the replay that is running already. */
  public record Start(long id, boolean busy) {}

  /**
   * What is to be sent again.
   *
   * @param onlyFailed whether only what failed is
   * @param wording how it was ordered; kept, and not read here
   */
  public record Order(List<Stretch> stretches, boolean onlyFailed, String wording) {

    public Order {
      stretches = List.copyOf(stretches);
    }
  }

  private final DeliveryInspector inspection;
  private final ReplayStore store;
  private final Supplier<CompletableFuture<Void>> keeping;
  private final InstantSource time;
  private final ReentrantLock ordering = new ReentrantLock();

  /**
   * @param keeping completes when the cursors are kept as they are at the moment of the call
   */
  public ReplayService(
      DeliveryInspector inspection,
      ReplayStore store,
      Supplier<CompletableFuture<Void>> keeping,
      InstantSource time) {
    this.inspection = inspection;
    this.store = store;
    this.keeping = keeping;
    this.time = time;
  }

  /**
   * Starts a replay, unless one is running; nothing if the destination is not served here. One that
   * cannot be kept is ended again.
   */
  public Optional<Start> start(DestinationId id, Order order) {
    Optional<Start> start;
    ordering.lock();
    try {
      start = begin(id, order);
    } finally {
      ordering.unlock();
    }
    if (start.isPresent() && !start.get().busy()) {
      try {
        awaitKept();
      } catch (DatabaseUnavailableException away) {
        end(id, start.get().id());
        throw away;
      }
    }
    return start;
  }

  /** Keeps how a replay was ordered and starts it. */
  private Optional<Start> begin(DestinationId id, Order order) {
    Optional<Optional<Start>> running = inspection.ask(id, ReplayService::running);
    if (running.isEmpty() || running.get().isPresent()) {
      return running.orElse(Optional.empty());
    }
    long newest = store.find(id).wordings().keySet().stream().max(Long::compare).orElse(0L);
    long replay = Math.max(time.millis(), newest + 1);
    store.keep(id, replay, order.wording());
    return inspection.ask(id, outbound -> start(outbound, replay, order));
  }

  private static Optional<Start> running(DestinationWorker outbound) {
    for (PartitionDelivery lane : outbound.lanes()) {
      ReplayProgress running = lane.machine().replay();
      if (running != null) {
        return Optional.of(new Start(running.replay().id(), true));
      }
    }
    return Optional.empty();
  }

  private static Start start(DestinationWorker outbound, long id, Order order) {
    for (Stretch stretch : order.stretches()) {
      Replay replay = new Replay(id, stretch.from(), stretch.to(), order.onlyFailed());
      DeliveryMachine machine = outbound.lanes().get(stretch.partition()).machine();
      outbound.later(() -> machine.startReplay(replay, outbound.nowMillis()));
    }
    return new Start(id, false);
  }

  private void awaitKept() {
    try {
      keeping.get().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new DatabaseUnavailableException("Cannot save the replay.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** The replays that are remembered, newest first. */
  public List<ReplayStatus> list(DestinationId id) {
    Optional<List<ReplayStatus.Part>> here = inspection.ask(id, ReplayService::parts);
    if (here.isEmpty()) {
      return List.of();
    }
    // after the loop was asked: what it has handed over meanwhile is found in both, not in neither
    ReplayStore.Kept kept = store.find(id);
    List<ReplayStatus.Part> parts = new ArrayList<>(here.get());
    kept.ended().forEach(ended -> parts.add(part(ended)));
    Map<Long, Map<Integer, ReplayStatus.Part>> byId = new TreeMap<>(Comparator.reverseOrder());
    for (ReplayStatus.Part part : parts) {
      byId.computeIfAbsent(part.id(), unknown -> new TreeMap<>())
          .putIfAbsent(part.partition(), part);
    }
    List<ReplayStatus> all = new ArrayList<>();
    byId.forEach(
        (replay, those) -> all.add(ReplayStatus.of(those.values(), kept.wordings().get(replay))));
    return Collections.unmodifiableList(all);
  }

  /** What the loop knows of replays: the one that runs, and those whose end is not kept yet. */
  private static List<ReplayStatus.Part> parts(DestinationWorker outbound) {
    List<ReplayStatus.Part> parts = new ArrayList<>();
    for (PartitionDelivery lane : outbound.lanes()) {
      ReplayProgress progress = lane.machine().replay();
      if (progress != null) {
        parts.add(new ReplayStatus.Part(lane.partition(), progress, null));
      }
    }
    outbound.endedReplays().forEach(ended -> parts.add(part(ended)));
    return parts;
  }

  private static ReplayStatus.Part part(EndedReplay ended) {
    return new ReplayStatus.Part(ended.partition(), ended.progress(), ended.at());
  }

  /** Ends a replay if it is running. */
  public void cancel(DestinationId id, long replayId) {
    if (end(id, replayId)) {
      awaitKept();
    }
  }

  private boolean end(DestinationId id, long replayId) {
    return inspection.ask(id, outbound -> end(outbound, replayId)).orElse(false);
  }

  private static boolean end(DestinationWorker outbound, long replayId) {
    boolean any = false;
    for (PartitionDelivery lane : outbound.lanes()) {
      ReplayProgress progress = lane.machine().replay();
      if (progress != null && progress.replay().id() == replayId) {
        outbound.later(() -> lane.machine().cancelReplay(outbound.nowMillis()));
        any = true;
      }
    }
    return any;
  }
}
