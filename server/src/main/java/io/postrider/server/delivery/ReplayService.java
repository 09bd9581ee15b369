package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.replay.EndedReplay;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.ReplayStore;
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
 * Starts, lists and cancels replays. May be called from any thread but an event loop. Every method
 * may throw {@link DatabaseUnavailableException}.
 *
 * <p>A replay's ID is the millisecond in which it was ordered. An order is durable when the call
 * returns.
 */
public final class ReplayService {

  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(10);

  /** A range of offsets of one partition. */
  public record Span(int partition, long from, long to) {}

  /**
   * The result of an order.
   *
   * @param id the ID of the new replay, or of the one that is running
   * @param busy whether another replay is running, so that no new one was started
   */
  public record Start(long id, boolean busy) {}

  private final DeliveryInspector inspector;
  private final ReplayStore store;
  private final Supplier<CompletableFuture<Void>> flush;
  private final InstantSource time;
  private final ReentrantLock ordering = new ReentrantLock();

  /**
   * @param flush saves the cursors as they are at the moment of the call
   */
  public ReplayService(
      DeliveryInspector inspector,
      ReplayStore store,
      Supplier<CompletableFuture<Void>> flush,
      InstantSource time) {
    this.inspector = inspector;
    this.store = store;
    this.flush = flush;
    this.time = time;
  }

  /**
   * Starts a replay of some spans, unless one is running. A replay that cannot be saved is
   * cancelled again.
   *
   * @return empty if this node does not serve the destination
   */
  public Optional<Start> start(DestinationId id, List<Span> spans, ReplayOrder order) {
    Optional<Start> start;
    ordering.lock();
    try {
      start = begin(id, spans, order);
    } finally {
      ordering.unlock();
    }
    if (start.isPresent() && !start.get().busy()) {
      try {
        awaitFlush();
      } catch (DatabaseUnavailableException failed) {
        end(id, start.get().id());
        throw failed;
      }
    }
    return start;
  }

  private Optional<Start> begin(DestinationId id, List<Span> spans, ReplayOrder order) {
    Optional<Optional<Start>> running = inspector.ask(id, ReplayService::running);
    if (running.isEmpty() || running.get().isPresent()) {
      return running.orElse(Optional.empty());
    }
    long newest = store.find(id).orders().keySet().stream().max(Long::compare).orElse(0L);
    long replay = Math.max(time.millis(), newest + 1);
    store.save(id, replay, order.text());
    return inspector.ask(
        id, worker -> start(worker, replay, spans, order instanceof ReplayOrder.FailedSince));
  }

  private static Optional<Start> running(DestinationWorker worker) {
    for (PartitionDelivery delivery : worker.deliveries()) {
      ReplayProgress running = delivery.machine().replay();
      if (running != null) {
        return Optional.of(new Start(running.replay().id(), true));
      }
    }
    return Optional.empty();
  }

  private static Start start(
      DestinationWorker worker, long id, List<Span> spans, boolean onlyFailed) {
    for (Span span : spans) {
      Replay replay = new Replay(id, span.from(), span.to(), onlyFailed);
      DeliveryMachine machine = worker.deliveries().get(span.partition()).machine();
      worker.later(() -> machine.startReplay(replay, worker.nowMillis()));
    }
    return new Start(id, false);
  }

  private void awaitFlush() {
    try {
      flush.get().get(FLUSH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new DatabaseUnavailableException("Cannot save the replay.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** The latest replays of a destination, newest first. */
  public List<ReplayStatus> list(DestinationId id) {
    Optional<List<ReplayStatus.Part>> running = inspector.ask(id, ReplayService::parts);
    if (running.isEmpty()) {
      return List.of();
    }
    // read after the loop: a replay that ends meanwhile shows in both, never in neither
    ReplayStore.Saved saved = store.find(id);
    List<ReplayStatus.Part> parts = new ArrayList<>(running.get());
    saved.ended().forEach(ended -> parts.add(part(ended)));
    Map<Long, Map<Integer, ReplayStatus.Part>> byId = new TreeMap<>(Comparator.reverseOrder());
    for (ReplayStatus.Part part : parts) {
      byId.computeIfAbsent(part.id(), unknown -> new TreeMap<>())
          .putIfAbsent(part.partition(), part);
    }
    List<ReplayStatus> all = new ArrayList<>();
    byId.forEach(
        (replay, own) -> {
          String order = saved.orders().get(replay);
          all.add(ReplayStatus.of(own.values(), order == null ? null : ReplayOrder.parse(order)));
        });
    return Collections.unmodifiableList(all);
  }

  /** The running replay, and the ended ones that are not saved yet. */
  private static List<ReplayStatus.Part> parts(DestinationWorker worker) {
    List<ReplayStatus.Part> parts = new ArrayList<>();
    for (PartitionDelivery delivery : worker.deliveries()) {
      ReplayProgress progress = delivery.machine().replay();
      if (progress != null) {
        parts.add(new ReplayStatus.Part(delivery.partition(), progress, null));
      }
    }
    worker.endedReplays().forEach(ended -> parts.add(part(ended)));
    return parts;
  }

  private static ReplayStatus.Part part(EndedReplay ended) {
    return new ReplayStatus.Part(ended.partition(), ended.progress(), ended.at());
  }

  /** Cancels a replay if it is running. */
  public void cancel(DestinationId id, long replayId) {
    if (end(id, replayId)) {
      awaitFlush();
    }
  }

  private boolean end(DestinationId id, long replayId) {
    return inspector.ask(id, worker -> end(worker, replayId)).orElse(false);
  }

  private static boolean end(DestinationWorker worker, long replayId) {
    boolean any = false;
    for (PartitionDelivery delivery : worker.deliveries()) {
      ReplayProgress progress = delivery.machine().replay();
      if (progress != null && progress.replay().id() == replayId) {
        worker.later(() -> delivery.machine().cancelReplay(worker.nowMillis()));
        any = true;
      }
    }
    return any;
  }
}
