package io.postrider.server.delivery;

import io.postrider.delivery.DestinationState;
import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.cluster.ReplayTaker;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayRequest;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.ReplayStore;
import io.postrider.server.delivery.replay.Replays;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;

/**
 * Starts, lists and cancels replays. May be called from any thread but an event loop. Every method
 * may throw {@link DatabaseUnavailableException}.
 *
 * <p>A replay's ID is the millisecond in which it was ordered. An order is durable when the call
 * returns.
 */
public final class ReplayService implements ReplayControl, ReplayTaker.LocalReplays {

  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(10);

  /**
   * The replays of a destination that its loop knows.
   *
   * @param parts running ones, and ended ones that are not saved yet
   * @param waits whether the destination is paused or held
   */
  private record Unsaved(List<ReplayStatus.Part> parts, boolean waits) {}

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
   */
  @Override
  public Replays.Start start(DestinationId id, List<Span> spans, ReplayOrder order) {
    long replay;
    ordering.lock();
    try {
      Optional<Unsaved> before = inspector.ask(id, ReplayService::unsaved);
      if (before.isEmpty()) {
        return new Replays.NoSuchDestination();
      }
      for (ReplayStatus.Part part : before.get().parts()) {
        if (part.endedAt() == null) {
          return new Replays.Busy(part.id());
        }
      }
      long newest = store.find(id).orders().keySet().stream().max(Long::compare).orElse(0L);
      replay = Math.max(time.millis(), newest + 1);
      store.save(id, replay, order.text());
      start(id, replay, spans, order instanceof ReplayOrder.FailedSince);
    } finally {
      ordering.unlock();
    }
    try {
      awaitFlush();
    } catch (DatabaseUnavailableException failed) {
      end(id, replay);
      throw failed;
    }
    return list(id).stream()
        .filter(status -> status.id() == replay)
        .findFirst()
        .<Replays.Start>map(Replays.Started::new)
        .orElseGet(Replays.NoSuchDestination::new);
  }

  private void start(DestinationId id, long replay, List<Span> spans, boolean onlyFailed) {
    var _ =
        inspector.ask(
            id,
            worker -> {
              for (Span span : spans) {
                Replay part = new Replay(replay, span.from(), span.to(), onlyFailed);
                PartitionDelivery delivery = worker.delivery(span.partition());
                if (delivery != null) {
                  worker.later(() -> delivery.machine().startReplay(part, worker.nowMillis()));
                }
              }
              return true;
            });
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

  @Override
  public List<ReplayStatus> list(DestinationId id) {
    Unsaved unsaved = inspector.ask(id, ReplayService::unsaved).orElse(null);
    if (unsaved == null) {
      return List.of();
    }
    // read after the loop: a replay that ends meanwhile shows in both, never in neither
    ReplayStore.Saved saved = store.find(id);
    List<ReplayStatus.Part> parts = new ArrayList<>(unsaved.parts());
    parts.addAll(saved.ended());
    Map<Long, Map<Integer, ReplayStatus.Part>> byId = new TreeMap<>(Comparator.reverseOrder());
    for (ReplayStatus.Part part : parts) {
      byId.computeIfAbsent(part.id(), unknown -> new TreeMap<>())
          .putIfAbsent(part.partition(), part);
    }
    return byId.entrySet().stream()
        .map(
            replay ->
                ReplayStatus.of(
                    replay.getValue().values(),
                    unsaved.waits(),
                    order(saved.orders().get(replay.getKey()))))
        .toList();
  }

  private static @Nullable ReplayOrder order(@Nullable String text) {
    return text == null ? null : ReplayOrder.parse(text);
  }

  /** The replays that run, and those that ended and are not saved; on the loop. */
  static List<ReplayStatus.Part> parts(DestinationWorker worker) {
    List<ReplayStatus.Part> parts = new ArrayList<>();
    for (PartitionDelivery delivery : worker.deliveries()) {
      ReplayProgress progress = delivery.machine().replay();
      if (progress != null) {
        parts.add(new ReplayStatus.Part(worker.id(), delivery.partition(), progress, null));
      }
    }
    parts.addAll(worker.tally().endedReplays());
    return parts;
  }

  private static Unsaved unsaved(DestinationWorker worker) {
    return new Unsaved(
        parts(worker),
        worker.limits().state() == DestinationState.PAUSED || worker.limits().isHeld());
  }

  @Override
  public void cancel(DestinationId id, long replayId) {
    if (end(id, replayId)) {
      awaitFlush();
    }
  }

  @Override
  public State state(ReplayRequest part) {
    return inspector.ask(part.destination(), worker -> state(worker, part)).orElse(State.ELSEWHERE);
  }

  private static State state(DestinationWorker worker, ReplayRequest part) {
    PartitionDelivery delivery = worker.delivery(part.partition());
    if (delivery == null) {
      return State.ELSEWHERE;
    }
    ReplayProgress progress = delivery.machine().replay();
    if (progress != null && part.cancelled() && progress.replay().id() == part.replay().id()) {
      worker.later(() -> delivery.machine().cancelReplay(worker.nowMillis()));
    }
    boolean unsaved =
        worker.tally().endedReplays().stream().anyMatch(one -> one.partition() == part.partition());
    return progress != null || unsaved ? State.BUSY : State.IDLE;
  }

  @Override
  public void start(ReplayRequest part) {
    Replay replay = part.replay();
    start(
        part.destination(),
        replay.id(),
        List.of(new Span(part.partition(), replay.fromOffset(), replay.toOffset())),
        replay.onlyFailed());
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
