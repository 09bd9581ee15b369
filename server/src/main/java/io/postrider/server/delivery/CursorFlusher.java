package io.postrider.server.delivery;

import io.postrider.delivery.CursorChange;
import io.postrider.delivery.CursorFlush;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.ownership.ClaimMachine;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.LedgerGaps;
import io.postrider.server.ledger.LedgerRecorder;
import io.postrider.server.ledger.LedgerWriter;
import io.postrider.server.ledger.UnsavedGaps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves delivery cursors a few times a second: all changes of a partition in one transaction,
 * together with the partition's position. Before that it makes the ledger's entries of all that
 * they settle durable; what the ledger's disk refuses is saved with them as a gap.
 *
 * <p>The position is the least of all loops' live positions at the moment they reported their
 * changes. A destination that is at the position and has nothing open or failed has no cursor of
 * its own. Changes that cannot be saved are reported again at the next flush.
 *
 * <p>What spans partitions (the health of destinations, losses) is saved with the first partition
 * that a flush saves. A partition that another node has claimed since is not saved and ends here;
 * so does one whose saved cursors the database has lost, which the node then claims again.
 */
final class CursorFlusher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CursorFlusher.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** How long the last flush waits for one under way. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** A position without other changes is saved at every so many intervals. */
  private static final int INTERVALS_PER_POSITION = 4;

  /** Failures that the log no longer holds are removed once a minute. */
  private static final int INTERVALS_PER_EXPIRY = 240;

  private static final byte[] AT_POSITION = {};

  private final CursorStore store;
  private final RecordLog log;
  private final ClaimedPartitions claimed;
  private final List<DeliveryLoop> loops;
  private final RetainedOffsets retained;
  private final LedgerWriter ledger;
  private final BiConsumer<PartitionClaim, LostOwnershipException> whenLost;
  private final BackgroundTask task;
  private final ReentrantLock flushing = new ReentrantLock();

  /** The saved positions of the claims of the last flush. */
  private final Map<PartitionClaim, Long> savedPositions = new HashMap<>();

  private final Queue<CompletableFuture<Void>> waiting = new ConcurrentLinkedQueue<>();

  /** The claims that the present flush has saved. */
  private final Set<PartitionClaim> flushed = new HashSet<>();

  private final CursorFlush<UnsavedGaps> order =
      new CursorFlush<>(UnsavedGaps.NONE, UnsavedGaps::joined, this::unsaved);

  /** Entries that were taken and are not recorded yet; a flush that fails early leaves some. */
  private List<LedgerRecorder.Taken> entries = new ArrayList<>();

  private int intervals;
  private boolean started;

  /**
   * @param whenLost gets each claim that was lost, and how, to retire it
   */
  CursorFlusher(
      CursorStore store,
      RecordLog log,
      ClaimedPartitions claimed,
      List<DeliveryLoop> loops,
      RetainedOffsets retained,
      LedgerWriter ledger,
      BiConsumer<PartitionClaim, LostOwnershipException> whenLost) {
    this.store = store;
    this.log = log;
    this.claimed = claimed;
    this.loops = loops;
    this.retained = retained;
    this.ledger = ledger;
    this.whenLost = whenLost;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-cursors", "Cannot save delivery cursors; retrying.")
                .backoff(INTERVAL, INTERVAL),
            this::step);
  }

  void start() {
    started = true;
    task.start();
  }

  /** Completes when the present state is saved; fails if it cannot be. Any thread may call it. */
  CompletableFuture<Void> saved() {
    CompletableFuture<Void> saved = new CompletableFuture<>();
    waiting.add(saved);
    return saved;
  }

  private boolean step() {
    intervals++;
    flush(intervals % INTERVALS_PER_POSITION == 0);
    if (intervals % INTERVALS_PER_EXPIRY == 0) {
      removeExpiredFailures();
      for (PartitionClaim claim : claimed.all()) {
        if (claim.hasDuplicates()) {
          store.forgetDuplicates(claim.partition(), log.firstOffset(claim.partition()));
        }
      }
    }
    return false;
  }

  /** Saves all changes and positions now. Waits for a flush under way. */
  void flushNow() {
    flush(true);
  }

  private void flush(boolean positionsToo) {
    flushing.lock();
    try {
      List<CompletableFuture<Void>> answered = takeWaiting();
      List<PartitionClaim> claims = claimed.all().stream().filter(PartitionClaim::isSaved).toList();
      List<DestinationWorkers.Changes> all = new ArrayList<>();
      List<LostOwnershipException> fenced = new ArrayList<>();
      flushed.clear();
      try {
        for (DeliveryLoop loop : loops) {
          all.add(loop.ask(() -> changes(loop, claims, entries)).join());
        }
        for (CursorFlush.Step step = order.begin(); step != CursorFlush.Step.DONE; ) {
          step =
              switch (step) {
                case RECORD -> record();
                case SAVE -> {
                  fenced.addAll(save(claims, all, positionsToo));
                  yield order.saved();
                }
                case DONE -> step;
              };
        }
      } catch (RuntimeException | Error failed) {
        tellLoops(all);
        answered.forEach(one -> one.completeExceptionally(failed));
        throw failed;
      }
      tellLoops(all);
      answered.forEach(one -> answer(one, fenced));
    } finally {
      flushing.unlock();
    }
  }

  private static void answer(CompletableFuture<Void> waiting, List<LostOwnershipException> fenced) {
    if (fenced.isEmpty()) {
      waiting.complete(null);
    } else {
      waiting.completeExceptionally(fenced.getFirst());
    }
  }

  private CursorFlush.Step record() {
    LedgerGaps refused = ledger.append(entries);
    entries = new ArrayList<>();
    return order.recorded(UnsavedGaps.of(refused));
  }

  /** Gaps of other partitions, such as those that are being claimed, wait for their first save. */
  private UnsavedGaps unsaved(UnsavedGaps gaps) {
    return gaps.saved(flushed.stream().map(PartitionClaim::partition).collect(Collectors.toSet()));
  }

  /** The changes of a loop; adds the entries of all that they settle. */
  private static DestinationWorkers.Changes changes(
      DeliveryLoop loop, List<PartitionClaim> claims, List<LedgerRecorder.Taken> entries) {
    loop.observeClocks();
    entries.add(loop.ledger().take());
    return loop.workers().changes(loop.takePositions(claims));
  }

  private List<CompletableFuture<Void>> takeWaiting() {
    List<CompletableFuture<Void>> taken = new ArrayList<>();
    for (CompletableFuture<Void> one = waiting.poll(); one != null; one = waiting.poll()) {
      taken.add(one);
    }
    return taken;
  }

  private void removeExpiredFailures() {
    for (DeliveryLoop loop : loops) {
      loop.execute(
          () -> {
            for (DestinationWorker worker : loop.workers().all()) {
              for (PartitionDelivery delivery : worker.deliveries()) {
                long first = log.firstOffset(delivery.partition());
                worker.later(() -> delivery.machine().forgetBefore(first));
              }
            }
          });
    }
  }

  private void tellLoops(List<DestinationWorkers.Changes> all) {
    Set<PartitionClaim> saved = Set.copyOf(flushed);
    for (int i = 0; i < all.size(); i++) {
      DeliveryLoop loop = loops.get(i);
      DestinationWorkers.Changes changes = all.get(i);
      if (!changes.isEmpty()) {
        loop.execute(() -> loop.workers().flushed(changes, saved));
      }
    }
  }

  /** Saves all claims that have not ended; returns those that were lost. */
  private List<LostOwnershipException> save(
      List<PartitionClaim> claims, List<DestinationWorkers.Changes> all, boolean positionsToo) {
    savedPositions.keySet().retainAll(claims);
    List<LostOwnershipException> fenced = new ArrayList<>();
    for (PartitionClaim claim : claims) {
      boolean open = all.stream().allMatch(changes -> changes.positions().containsKey(claim));
      if (open && !claim.isEnded()) {
        try {
          save(claim, all, positionsToo);
          flushed.add(claim);
        } catch (LostOwnershipException lost) {
          LOG.error(
              lost.isToAnotherNode()
                  ? "{} This node stops delivering it."
                  : "{} This node delivers again from those that the database has.",
              lost.getMessage());
          if (claim.tell(ClaimMachine::fenced) == ClaimMachine.Step.RETIRE) {
            whenLost.accept(claim, lost);
          }
          fenced.add(lost);
        }
      }
    }
    return fenced;
  }

  private void save(
      PartitionClaim claim, List<DestinationWorkers.Changes> all, boolean positionsToo) {
    int partition = claim.partition();
    Map<DestinationId, byte[]> cursors = new HashMap<>();
    Map<DestinationId, List<EncodedFailureChunk>> failures = new HashMap<>();
    Map<DestinationId, byte[]> health = new HashMap<>();
    List<ReplayStatus.Part> ended = new ArrayList<>();
    List<DestinationId> removed = new ArrayList<>();
    Map<DestinationId, Long> losses = new HashMap<>();
    long position = Long.MAX_VALUE;
    long needed = Long.MAX_VALUE;
    for (DestinationWorkers.Changes changes : all) {
      position = Math.min(position, changes.positions().getOrDefault(claim, Long.MAX_VALUE));
      needed = Math.min(needed, changes.needs().getOrDefault(claim, Long.MAX_VALUE));
      changes.removed().stream()
          .filter(one -> one.claim() == claim)
          .forEach(one -> removed.add(one.destination()));
      if (flushed.isEmpty()) {
        health.putAll(changes.health());
        losses.putAll(changes.losses());
      }
      for (CursorRow.Change one : changes.cursors()) {
        if (one.row().claim() == claim) {
          ended.addAll(one.ended());
          CursorChange cursor = one.cursor();
          if (cursor != null) {
            add(one.row().worker().id(), cursor, cursors, failures);
            needed = Math.min(needed, cursor.neededFrom());
          }
        }
      }
    }
    List<LedgerGap> missing =
        order.gaps().list().stream().filter(gap -> gap.partition() == partition).toList();
    List<Long> duplicates = claim.unsavedDuplicates(position);
    boolean nothing =
        cursors.isEmpty()
            && failures.isEmpty()
            && health.isEmpty()
            && ended.isEmpty()
            && losses.isEmpty()
            && duplicates.isEmpty()
            && removed.isEmpty()
            && missing.isEmpty();
    Long before = savedPositions.get(claim);
    boolean moved = before == null || position != before;
    if (!nothing || (moved && positionsToo)) {
      store.save(
          new CursorStore.Change(
              partition,
              log.identity(),
              claim.token(),
              position,
              cursors,
              failures,
              health,
              ended,
              losses,
              duplicates,
              removed,
              missing));
      savedPositions.put(claim, position);
      claim.duplicatesSaved(duplicates);
    }
    Long saved = savedPositions.get(claim);
    if (saved != null) {
      retained.publish(partition, Math.min(saved, needed));
    }
  }

  private static void add(
      DestinationId id,
      CursorChange change,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> failures) {
    byte[] cursor = change.cursor();
    cursors.put(id, cursor == null ? AT_POSITION : cursor);
    if (!change.failures().isEmpty()) {
      failures.put(id, change.failures());
    }
  }

  /** Stops, and saves what has changed since the last flush. */
  @Override
  public void close() {
    task.close();
    if (!started) {
      return;
    }
    if (!lockForTheLast()) {
      LOG.error("The database does not respond; the last delivery cursors are not saved.");
      return;
    }
    try {
      flush(true);
    } catch (RuntimeException failed) {
      LOG.error("Cannot save the last delivery cursors.", failed);
    } finally {
      flushing.unlock();
    }
  }

  /** Waits for a flush under way, such as that of a partition that moves; but not for long. */
  private boolean lockForTheLast() {
    try {
      return flushing.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
