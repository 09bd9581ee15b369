package io.postrider.server.delivery;

import io.postrider.delivery.WallClock;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.LiveReader;
import io.postrider.server.delivery.reader.ReadRequest;
import io.postrider.server.http.LoopInbox;
import io.postrider.server.ledger.LedgerRecorder;
import io.postrider.server.ledger.PastDeliveries;
import io.postrider.server.ledger.SubjectCache;
import io.vertx.core.internal.ContextInternal;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One event loop of delivery: runs the inputs of the machines that are pinned to it.
 *
 * <p>{@link #sink}, {@link #ask}, {@link #execute}, {@link #later}, {@link #stopRounds} and {@link
 * #drain} may be called from any thread; the rest belongs to the loop. Inputs run one after the
 * other and never nest.
 */
public final class DeliveryLoop {

  /** No timer waits longer, so that a wrong time does not last. */
  private static final long MAX_TIMER_MILLIS = 60_000;

  private record Input(DestinationWorker worker, Runnable run) {}

  private final ContextInternal context;
  private final LoopInbox inbox;
  private final InstantSource time;
  private final InstantSource steadyTime;
  private final WallClock wallClock = new WallClock();
  private final LedgerRecorder ledger;
  private final PastDeliveries past;
  private final SubjectCache subjects = new SubjectCache();
  private final ClientContext clients;
  private final CatchUpReader catchUp;
  private final BooleanSupplier mayDispatch;
  private final AtomicReferenceArray<@Nullable LivePartition> partitions;
  private final DestinationWorkers workers = new DestinationWorkers();
  private final TimerQueue timers = new TimerQueue();
  private final Deque<Input> next = new ArrayDeque<>();
  private final List<DestinationWorker> touched = new ArrayList<>();
  private List<ReadRequest> reads = new ArrayList<>();
  private boolean busy;
  private long timerAtMillis = Long.MAX_VALUE;
  private long timer = -1;
  private final long maxInFlightBytes;
  private final RequestsInFlight requests = new RequestsInFlight();
  private long inFlightBytes;
  private boolean stopping;

  /**
   * @param partitions how many the log has; none is open yet
   * @param mayDispatch whether this node may send at all
   * @param maxInFlightBytes the memory for requests in flight
   * @param ledger collects what this loop does
   * @param past what was delivered before
   * @param time the wall clock
   * @param steadyTime the time that machines count with
   */
  DeliveryLoop(
      ClientContext clients,
      CatchUpReader catchUp,
      int partitions,
      BooleanSupplier mayDispatch,
      long maxInFlightBytes,
      LedgerRecorder ledger,
      PastDeliveries past,
      InstantSource time,
      InstantSource steadyTime) {
    this.context = (ContextInternal) clients.eventLoop();
    this.inbox = new LoopInbox(task -> context.runOnContext(run -> task.run()));
    this.ledger = ledger;
    this.past = past;
    this.time = time;
    this.steadyTime = steadyTime;
    this.clients = clients;
    this.catchUp = catchUp;
    this.maxInFlightBytes = maxInFlightBytes;
    this.mayDispatch = mayDispatch;
    this.partitions = new AtomicReferenceArray<>(partitions);
    wallClock.observe(nowMillis(), time.millis());
  }

  /**
   * Takes the blocks of one claim: waits for a free slot, then queues a block for the loop. Drops a
   * block if the partition is not open under that claim.
   */
  LiveReader.BlockSink sink(PartitionClaim claim) {
    return block -> put(claim, block);
  }

  private void put(PartitionClaim claim, Block block) throws InterruptedException {
    LivePartition live = partition(claim);
    if (live != null) {
      live.queued().acquire();
      inbox.deliver(() -> distribute(live, block));
    }
  }

  /** Runs a question on the loop, between inputs. */
  public <T> CompletableFuture<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    inbox.deliver(
        () -> {
          try {
            T answers = question.get();
            settle();
            answer.complete(answers);
          } catch (RuntimeException | Error failed) {
            answer.completeExceptionally(failed); // somebody waits
          }
        });
    return answer;
  }

  /**
   * Asks all running workers of some loops, each on its loop, and waits for the answers; a null is
   * left out.
   */
  static <T> Map<DestinationId, T> askAll(
      List<DeliveryLoop> loops, Function<DestinationWorker, @Nullable T> question) {
    Map<DestinationId, T> answers = new HashMap<>();
    for (DeliveryLoop loop : loops) {
      answers.putAll(loop.ask(() -> loop.answers(question)).join());
    }
    return answers;
  }

  private <T> Map<DestinationId, T> answers(Function<DestinationWorker, @Nullable T> question) {
    Map<DestinationId, T> answers = new HashMap<>();
    for (DestinationWorker worker : workers.all()) {
      T answer = worker.isRunning() ? question.apply(worker) : null;
      if (answer != null) {
        answers.put(worker.id(), answer);
      }
    }
    return answers;
  }

  /** Runs work on the loop, between inputs. */
  void execute(Runnable work) {
    inbox.deliver(
        () -> {
          work.run();
          settle();
        });
  }

  /** Runs an input after the present one. */
  void later(DestinationWorker worker, Runnable input) {
    if (!context.nettyEventLoop().inEventLoop()) {
      inbox.deliver(() -> later(worker, input));
      return;
    }
    next.add(new Input(worker, input));
    settle();
  }

  /** Starts no more rounds. */
  void stopRounds() {
    inbox.deliver(
        () -> {
          stopping = true;
          workers.all().forEach(worker -> worker.limits().stop());
        });
  }

  /** Starts no more rounds; completes when no request is in flight. */
  CompletableFuture<Void> drain() {
    stopRounds();
    CompletableFuture<Void> none = new CompletableFuture<>();
    inbox.deliver(() -> requests.whenNone(none));
    return none;
  }

  boolean isStopping() {
    return stopping;
  }

  public DestinationWorkers workers() {
    return workers;
  }

  int connections() {
    return clients.connectionLimit().open();
  }

  /** A new client for one destination. */
  WebhookClient client() {
    return new WebhookClient(clients);
  }

  /** Reads a record again; the reads of one input are requested together. */
  void read(ReadRequest request) {
    reads.add(request);
  }

  /** Reads for a destination that is behind. */
  void feed(CatchUpRequest request) {
    catchUp.feed(request);
  }

  /** Whether destinations wait for a thread that reads for those that are behind; any thread. */
  boolean isReadingForOthers() {
    return catchUp.isAwaited();
  }

  /** How many partitions the log has. */
  int partitions() {
    return partitions.length();
  }

  /** The live reading of a partition; null if it is not open. Any thread may call it. */
  @Nullable LivePartition partition(int partition) {
    return partitions.get(partition);
  }

  /** The same; null if it is open under another claim. */
  @Nullable LivePartition partition(PartitionClaim claim) {
    LivePartition live = partitions.get(claim.partition());
    return live != null && live.claim() == claim ? live : null;
  }

  /** Begins to take blocks of a partition. */
  LivePartition open(PartitionClaim claim) {
    LivePartition live = new LivePartition(claim);
    partitions.set(claim.partition(), live);
    return live;
  }

  /** Takes no more blocks of a partition, and ends its deliveries. */
  void close(PartitionClaim claim) {
    if (partition(claim) != null) {
      partitions.set(claim.partition(), null);
    }
    workers.all().forEach(worker -> worker.close(claim));
    workers.leaving().forEach(worker -> worker.close(claim));
  }

  /** Completes when no request of a claim is in flight. Any thread may call it. */
  CompletableFuture<Void> whenIdle(PartitionClaim claim) {
    CompletableFuture<Void> none = new CompletableFuture<>();
    inbox.deliver(
        () -> {
          LivePartition live = partition(claim);
          if (live == null) {
            none.complete(null);
          } else {
            live.requests().whenNone(none);
          }
        });
    return none;
  }

  /** Takes the live position of each of these claims that is open, for a flush. */
  Map<PartitionClaim, Long> takePositions(List<PartitionClaim> claims) {
    Map<PartitionClaim, Long> positions = new HashMap<>();
    for (PartitionClaim claim : claims) {
      LivePartition live = partition(claim);
      if (live != null) {
        positions.put(claim, live.takePosition());
      }
    }
    return positions;
  }

  /** Whether this node may send at all. */
  boolean mayDispatch() {
    return mayDispatch.getAsBoolean();
  }

  /** The time of machines and timers, which never jumps. */
  long nowMillis() {
    return steadyTime.millis();
  }

  /** The time to show, and to put into requests. */
  long wallMillis() {
    return wallClock.wallMillis(nowMillis());
  }

  LedgerRecorder ledger() {
    return ledger;
  }

  /** What was delivered before; reads the disk, so not for the loop itself. */
  PastDeliveries past() {
    return past;
  }

  /** What messages are, for the ledger. */
  SubjectCache subjects() {
    return subjects;
  }

  WallClock wallClock() {
    return wallClock;
  }

  /** Compares the clocks; after a step of the wall clock, every cursor is saved again. */
  void observeClocks() {
    if (wallClock.observe(nowMillis(), time.millis())) {
      workers.all().forEach(this::clockStepped);
      workers.leaving().forEach(this::clockStepped);
    }
  }

  private void clockStepped(DestinationWorker worker) {
    worker.limits().wallClockStepped();
    workers.markDirty(worker);
  }

  /** All requests of the loop. */
  RequestsInFlight requests() {
    return requests;
  }

  /** Takes memory for a request, or gives it back if negative. */
  void useMemory(int bytes) {
    inFlightBytes += bytes;
  }

  /** Whether there is memory for one more request. */
  boolean hasRoom() {
    return inFlightBytes < maxInFlightBytes;
  }

  /** Gives a block to the destinations that it may have messages for. */
  private void distribute(LivePartition live, Block block) {
    try {
      if (partition(live.claim()) == null) {
        return;
      }
      live.advance(block);
      workers.workersFor(block, touched);
      long nowMillis = nowMillis();
      for (DestinationWorker worker : touched) {
        next.add(new Input(worker, () -> worker.take(block, nowMillis)));
      }
      touched.clear();
      settle();
    } finally {
      live.queued().release();
    }
  }

  /** Runs the queued inputs, then sends their read requests and arms the timer. */
  private void settle() {
    if (busy) {
      return;
    }
    busy = true;
    try {
      for (Input input = next.poll(); input != null; input = next.poll()) {
        input.worker.run(input.run);
        workers.markDirty(input.worker);
        timers.schedule(input.worker);
      }
    } finally {
      busy = false;
    }
    if (!reads.isEmpty()) {
      catchUp.read(reads);
      reads = new ArrayList<>();
    }
    armTimer();
  }

  private void armTimer() {
    long wantedMillis = timers.nextMillis();
    if (wantedMillis >= timerAtMillis) {
      return;
    }
    if (timer >= 0) {
      context.owner().cancelTimer(timer);
    }
    timerAtMillis = wantedMillis;
    long nowMillis = nowMillis();
    long delayMillis =
        wantedMillis <= nowMillis ? 1 : Math.min(wantedMillis - nowMillis, MAX_TIMER_MILLIS);
    timer = context.setTimer(delayMillis, fired -> wake());
  }

  private void wake() {
    timer = -1;
    timerAtMillis = Long.MAX_VALUE;
    long nowMillis = nowMillis();
    timers.wake(
        nowMillis,
        timed -> {
          DestinationWorker worker = (DestinationWorker) timed;
          next.add(new Input(worker, () -> worker.limits().tick(nowMillis)));
        });
    settle();
  }
}
