package io.postrider.server.delivery;

import static org.awaitility.Awaitility.await;

import io.postrider.delivery.CursorSplit;
import io.postrider.id.DestinationId;
import io.postrider.log.SteadyTime;
import io.postrider.ownership.ClaimMachine;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.NodeLimits;
import io.postrider.server.delivery.client.ClientFactory;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.ledger.index.ManyPartitions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of tests that drive the claims and flushes of one loop by hand. The log has partitions. */
abstract class FlushTests extends DeliveryTests {

  static final DestinationId ID = new DestinationId(1);
  static final int PARTITIONS = 2;
  static final ActiveRanges ALWAYS = ActiveRanges.NONE.opened(new LogEndOffsets(List.of(0L, 0L)));

  final FlakyCursorStore store = new FlakyCursorStore(this::cursorStore);
  final List<PartitionClaim> lost = new ArrayList<>();
  private final ClosingStack running = new ClosingStack();
  private final ClaimedPartitions claimed = new ClaimedPartitions(PARTITIONS);

  /** Runs within a flush, after it took its changes and before it saves them. */
  private volatile Runnable whenRecording = () -> {};

  DeliveryLoops loops;
  CursorFlusher flusher;

  @BeforeEach
  void startLoop() {
    settings.put("http.event-loops", "1");
    log = new ManyPartitions(PARTITIONS, InstantSource.system());
    SteadyTime steadyTime = SteadyTime.ofSystem();
    NodeLimits limits = NodeLimits.of(config());
    LedgerLog entries =
        new LedgerLog(new ManyPartitions(PARTITIONS, this::recording), metrics, LEDGER_BYTES);
    loops =
        new DeliveryLoops(
            log,
            ClientFactory.open(config(), time, steadyTime, vertx, running),
            new CatalogApplier(
                config().delivery(),
                limits,
                HiddenRecords.nothing(),
                new SharedQueueBudget(limits.queueBytes()),
                new DeliveryMetrics(metrics),
                claimed,
                null,
                null),
            () -> true,
            Duration.ofMillis(1),
            limits.inFlightBytes(),
            entries,
            time,
            steadyTime);
    flusher =
        new CursorFlusher(
            store,
            log,
            claimed,
            loops.all(),
            retained,
            entries.writer(),
            (claim, reason) -> {
              lost.add(claim);
              close(claim);
            });
  }

  @AfterEach
  void stopLoop() {
    loops.drain();
    loops.retire();
    running.close();
  }

  private Instant recording() {
    whenRecording.run();
    return Instant.now();
  }

  /** Runs something once within the next flush that has entries for the ledger. */
  void whenRecording(Runnable run) {
    whenRecording =
        () -> {
          whenRecording = () -> {};
          run.run();
        };
  }

  void apply(Destination... destinations) {
    loops.apply(catalog(destinations), removed -> {});
  }

  static Destination to(TestReceiver receiver) {
    return destination(1, ALWAYS, false, receiver.url("/"));
  }

  static LogEndOffsets ends(long offset) {
    return new LogEndOffsets(List.of(offset, offset));
  }

  /** Claims a partition and restores its machines; it is neither read nor saved yet. */
  PartitionClaim restore(int partition) {
    PartitionClaim claim = new PartitionClaim(partition);
    claimed.add(claim);
    claim.tell(ClaimMachine::assigned);
    claim.taken(store.claim(partition));
    claim.loaded(StartPositions.start(log, partition, claim.saved()), null);
    claim.tell(machine -> machine.done(ClaimMachine.Step.TAKE_EPOCH));
    claim.tell(machine -> machine.done(ClaimMachine.Step.LOAD));
    loops.open(claim);
    return claim;
  }

  void follow(PartitionClaim claim) {
    claim.tell(machine -> machine.done(ClaimMachine.Step.RESTORE));
    loops.follow(claim);
    claim.tell(machine -> machine.done(ClaimMachine.Step.FOLLOW));
  }

  PartitionClaim claim(int partition) {
    PartitionClaim claim = restore(partition);
    follow(claim);
    return claim;
  }

  /** Gives a partition up at once; nothing more of it is saved. */
  void lose(PartitionClaim claim) {
    claim.tell(ClaimMachine::lost);
    close(claim);
  }

  private void close(PartitionClaim claim) {
    loops.close(claim);
    claimed.remove(claim);
  }

  <T> T ask(Function<DeliveryLoop, T> question) {
    DeliveryLoop loop = loops.all().getFirst();
    return loop.ask(() -> question.apply(loop)).join();
  }

  DestinationWorker worker(DeliveryLoop loop) {
    return loop.workers().find(ID).orElseThrow();
  }

  /** Stops the destination as a bug in its machine does. */
  void stopByABug() {
    boolean running =
        ask(
            loop -> {
              worker(loop)
                  .run(
                      () -> {
                        throw new IllegalStateException("a bug on purpose");
                      });
              return worker(loop).isRunning();
            });
    if (running) {
      throw new AssertionError("still running");
    }
  }

  /** Waits until live reading has reached the end of a partition. */
  void awaitRead(PartitionClaim claim) {
    long end = log.endOffset(claim.partition());
    await().until(() -> ask(loop -> position(loop, claim)) == end);
  }

  private static long position(DeliveryLoop loop, PartitionClaim claim) {
    LivePartition live = loop.partition(claim);
    return live == null ? -1 : live.position();
  }

  /** Where a restart resumes the destination in a partition. Nothing can be saved after it. */
  long resumesAt(int partition) {
    CursorStore.Saved saved = cursorStore().claim(partition);
    byte[] cursor = saved.cursors().get(ID);
    if (cursor == null) {
      throw new AssertionError("no row");
    }
    return cursor.length == 0 ? saved.position() : CursorSplit.neededFrom(cursor);
  }

  long savedPosition(int partition) {
    return cursorDatabase()
        .list(
            Long.class, "select position from delivery_position where log_partition = " + partition)
        .getFirst();
  }
}
