package io.postrider.server.delivery;

import io.postrider.delivery.CursorChange;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.delivery.replay.EndedReplay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps how far deliveries have come: a few times a second, all that has changed,
 * for each partition in one transaction together with the partition's position.
 *
 * <p>The position is the least of all loops' live positions at the moment they told their changes.
 * A destination that is at it and has nothing to remember keeps no cursor of its own; one that is
 * not has one. What cannot be kept is told again the next time.
 */
final class CursorFlusher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CursorFlusher.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** A position alone is kept only at every so many intervals. */
  private static final int INTERVALS_PER_POSITION = 4;

  /** What the log no longer holds is looked at once a minute. */
  private static final int INTERVALS_PER_EXPIRY = 240;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final byte[] AT_POSITION = {};

  private final CursorStore store;
  private final RecordLog log;
  private final List<Long> epochs;
  private final List<DeliveryLoop> loops;
  private final List<RetainedOffsets> retained;
  private final Runnable whenLost;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private final List<Long> keptPositions;
  private final Queue<CompletableFuture<Void>> waiting = new ConcurrentLinkedQueue<>();
  private int intervals;
  private boolean troubled;
  private boolean isOwner = true;

  /**
   * @param epochs by partition
   * @param retained by partition
   * @param whenLost called once if another program has taken over
   */
  CursorFlusher(
      CursorStore store,
      RecordLog log,
      List<Long> epochs,
      List<DeliveryLoop> loops,
      List<RetainedOffsets> retained,
      Runnable whenLost) {
    this.store = store;
    this.log = log;
    this.epochs = epochs;
    this.loops = loops;
    this.retained = retained;
    this.whenLost = whenLost;
    this.keptPositions = new ArrayList<>(epochs.stream().map(epoch -> -1L).toList());
    this.thread = Thread.ofPlatform().name("delivery-cursors").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /**
   * Completes when everything is kept as it is now, or fails if it cannot be. Any thread may call
   * it.
   */
  CompletableFuture<Void> kept() {
    CompletableFuture<Void> kept = new CompletableFuture<>();
    waiting.add(kept);
    return kept;
  }

  private void run() {
    try {
      while (!stopping.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        if (!flush(++intervals % INTERVALS_PER_POSITION == 0)) {
          return;
        }
        if (intervals % INTERVALS_PER_EXPIRY == 0) {
          forgetExpired();
        }
      }
    } catch (InterruptedException asked) {
      // stopped
    }
  }

  /** Keeps what has changed; false if we may not any more. */
  private boolean flush(boolean positionsToo) {
    List<CompletableFuture<Void>> answered = waitingNow();
    List<DestinationWorkers.Changes> told = new ArrayList<>();
    for (DeliveryLoop loop : loops) {
      told.add(loop.ask(() -> loop.outbounds().changes(loop.positions())).join());
    }
    try {
      for (int partition = 0; partition < epochs.size(); partition++) {
        keep(partition, told, positionsToo);
      }
    } catch (LostOwnershipException lost) {
      LOG.error("{} Nothing is delivered here any more.", lost.getMessage());
      isOwner = false;
      whenLost.run();
      answered.forEach(one -> one.completeExceptionally(lost));
      return false;
    } catch (RuntimeException failed) {
      forEach(told, (loop, changes) -> loop.outbounds().notKept(changes));
      answered.forEach(one -> one.completeExceptionally(failed));
      if (!troubled) {
        troubled = true;
        LOG.atWarn()
            .addKeyValue("reason", failed.getMessage())
            .log("How far deliveries have come cannot be kept; trying again until it can.");
      }
      return true;
    }
    forEach(told, (loop, changes) -> loop.outbounds().kept(changes));
    answered.forEach(one -> one.complete(null));
    if (troubled) {
      troubled = false;
      LOG.info("How far deliveries have come is kept again.");
    }
    return true;
  }

  /** Those that wait for what has happened until now. */
  private List<CompletableFuture<Void>> waitingNow() {
    List<CompletableFuture<Void>> those = new ArrayList<>();
    for (CompletableFuture<Void> one = waiting.poll(); one != null; one = waiting.poll()) {
      those.add(one);
    }
    return those;
  }

  private void forgetExpired() {
    for (DeliveryLoop loop : loops) {
      loop.tell(
          () -> {
            for (DestinationWorker outbound : loop.outbounds().all()) {
              for (PartitionDelivery lane : outbound.lanes()) {
                long first = log.firstOffset(lane.partition());
                outbound.later(() -> lane.machine().forgetBefore(first));
              }
            }
          });
    }
  }

  private interface Telling {
    void tell(DeliveryLoop loop, DestinationWorkers.Changes changes);
  }

  private void forEach(List<DestinationWorkers.Changes> told, Telling telling) {
    for (int i = 0; i < loops.size(); i++) {
      DeliveryLoop loop = loops.get(i);
      DestinationWorkers.Changes changes = told.get(i);
      if (!changes.isEmpty()) {
        loop.tell(() -> telling.tell(loop, changes));
      }
    }
  }

  private void keep(int partition, List<DestinationWorkers.Changes> told, boolean positionsToo) {
    Map<DestinationId, byte[]> cursors = new HashMap<>();
    Map<DestinationId, List<EncodedFailureChunk>> marks = new HashMap<>();
    List<EndedReplay> ended = new ArrayList<>();
    List<DestinationId> forgotten = new ArrayList<>();
    long position = Long.MAX_VALUE;
    long needed = Long.MAX_VALUE;
    for (DestinationWorkers.Changes changes : told) {
      position = Math.min(position, changes.positions().get(partition));
      needed = Math.min(needed, changes.needs().get(partition));
      changes.ended().stream().filter(one -> one.partition() == partition).forEach(ended::add);
      forgotten.addAll(changes.forgotten());
      for (DestinationWorkers.LaneChange one : changes.lanes()) {
        if (one.lane().partition() == partition) {
          add(one, cursors, marks);
          CursorChange change = one.change();
          needed = Math.min(needed, change == null ? needed : change.neededFrom());
        }
      }
    }
    boolean nothing =
        cursors.isEmpty() && marks.isEmpty() && ended.isEmpty() && forgotten.isEmpty();
    boolean moved = position != keptPositions.get(partition);
    if (!nothing || (moved && positionsToo)) {
      store.keep(
          new CursorStore.Change(
              partition,
              log.identity(),
              epochs.get(partition),
              position,
              cursors,
              marks,
              ended,
              forgotten));
      keptPositions.set(partition, position);
    }
    if (keptPositions.get(partition) >= 0) {
      retained.get(partition).publish(Math.min(keptPositions.get(partition), needed));
    }
  }

  private static void add(
      DestinationWorkers.LaneChange one,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> marks) {
    DestinationId id = one.lane().outbound().id();
    CursorChange change = one.change();
    byte[] cursor = change == null ? null : change.cursor();
    cursors.put(id, cursor == null ? AT_POSITION : cursor);
    if (change != null && !change.failures().isEmpty()) {
      marks.put(id, change.failures());
    }
  }

  /** Stops, and keeps what has changed since the last time. */
  @Override
  public void close() {
    stopping.countDown();
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    try {
      if (!thread.join(PATIENCE)) {
        LOG.error("The database did not answer; how far deliveries have come is not kept.");
        return;
      }
      if (isOwner) {
        boolean _ = flush(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (CompletionException e) {
      LOG.error("How far deliveries have come could not be kept.", e);
    }
  }
}
