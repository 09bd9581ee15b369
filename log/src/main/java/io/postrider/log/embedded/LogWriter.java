package io.postrider.log.embedded;

import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.StableClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commits queued appends by group commit: all queued appends are written at once, as one batch or
 * several, and synced once.
 *
 * <p>One thread, or a test, drives it step by step; not thread-safe. After a failed write or sync,
 * the bytes after the published end of the active segment are neither trusted nor written again:
 * the commit and all queued appends fail, and the log continues in a new segment whose header sets
 * the end of the old one. Until that segment exists, every append fails immediately.
 */
final class LogWriter {

  private static final long IDLE = Long.MIN_VALUE;

  private final CommitQueue queue;
  private final LogView view;
  private final SegmentFactory segmentFactory;
  private final LogMaintenance maintenance;
  private final StableClock clock;
  private final LogObserver observer;
  private final Digests digests;
  private final CommitBuffer buffer;
  private final int maxBatchBytes;
  private final int maxCommitBytes;
  private final long rollAfterMs;
  private final InstantSource steadyTime;
  private final Duration recycleWithin;
  private final RollRequest rollRequest = new RollRequest();

  /** The time at which the current commit or roll began. */
  private volatile long workSinceNanos = IDLE;

  private Segment active;
  private long nextOffset;
  private long lastMs;
  private boolean broken;
  private @Nullable DigestBuilder content;
  private @Nullable PendingAppend pending;

  LogWriter(
      CommitQueue queue,
      LogView view,
      SegmentFactory segmentFactory,
      LogMaintenance maintenance,
      Digests digests,
      EmbeddedLogOptions options,
      long lastMs) {
    this.queue = queue;
    this.view = view;
    this.segmentFactory = segmentFactory;
    this.maintenance = maintenance;
    this.digests = digests;
    this.clock = maintenance.clock();
    this.rollAfterMs = options.retention().rollAfter().toMillis();
    this.steadyTime = options.steadyTime();
    this.recycleWithin = options.recycleWithin();
    this.observer = options.observer();
    this.maxBatchBytes = options.sizes().maxBatch();
    this.maxCommitBytes = options.sizes().maxCommit();
    this.active = view.segments().last();
    this.content = digests.begin(active);
    this.nextOffset = view.endOffset();
    this.lastMs = lastMs;
    this.buffer = new CommitBuffer(active.header().identity(), options.sizes().maxAppend());
  }

  /** Asks for a new segment at the next {@link #step}. */
  RollRequest rollRequest() {
    return rollRequest;
  }

  /** Commits, or fails, queued appends; false if none was queued. */
  boolean step() {
    CompletableFuture<Void> rollAsked = rollRequest.take();
    if (rollAsked != null) {
      roll(rollAsked);
    }
    if (pending == null) {
      pending = queue.takeAll();
    }
    if (pending == null) {
      return false;
    }
    if (broken) {
      failPending(new LogUnavailableException(view.state().message()));
      return true;
    }
    workSinceNanos = System.nanoTime();
    try {
      commit(pending);
    } catch (IOException e) {
      stop(e);
    } finally {
      workSinceNanos = IDLE;
    }
    return true;
  }

  /** How long the current commit or roll has taken; 0 if there is none. Any thread may call it. */
  long workingNanos(long nowNanos) {
    long since = workSinceNanos;
    return since == IDLE ? 0 : nowNanos - since;
  }

  /**
   * Rolls if the active segment has reached the roll age, or has stale bytes for too long. Call it
   * while nothing is queued.
   */
  void rollIfOld() {
    if (broken || pending != null) {
      return;
    }
    try {
      if ((isOld() || isStale()) && mayGrow()) {
        rollBetweenCommits();
      }
    } catch (IOException e) {
      stop(e);
    }
  }

  private void roll(CompletableFuture<Void> asked) {
    if (broken) {
      asked.completeExceptionally(new LogUnavailableException(view.state().message()));
      return;
    }
    try {
      if (!mayGrow()) {
        asked.completeExceptionally(new LogUnavailableException("no space for a new segment"));
        return;
      }
      if (!active.isEmpty()) {
        rollBetweenCommits();
      }
      asked.complete(null);
    } catch (IOException e) {
      stop(e);
      asked.completeExceptionally(new LogUnavailableException(view.state().message(), e));
    }
  }

  private void rollBetweenCommits() throws IOException {
    workSinceNanos = System.nanoTime();
    try {
      roll(0);
    } finally {
      workSinceNanos = IDLE;
    }
  }

  private boolean isOld() throws IOException {
    SparseIndex index = active.index();
    return index.count() > 0 && index.value(0, SparseIndex.TIME) + rollAfterMs <= clock.millis();
  }

  private boolean isStale() {
    return active.isStaleOverdue(steadyTime.instant(), recycleWithin);
  }

  private boolean mayGrow() {
    try {
      maintenance.requireSpace();
      return true;
    } catch (NoSpaceException full) {
      return false; // later appends may still fit into the active segment
    }
  }

  /** Whether writing has failed, so that {@link #recover} has to be called. */
  boolean isBroken() {
    return broken;
  }

  /** Tries to continue in a new segment. Updates the state if that fails. */
  boolean recover() {
    try {
      roll(0);
    } catch (IOException e) {
      view.changeState(stateAfter(e));
      return false;
    }
    broken = false;
    view.changeState(new LogState.Running());
    return true;
  }

  /** Closes the queue and commits what is queued. */
  void finish() {
    step();
    while (pending != null) {
      step();
    }
    pending = queue.close();
    while (pending != null) {
      step();
    }
    rollRequest.close();
  }

  /** Fails all queued appends without further I/O. */
  void abandon() {
    broken = true;
    LogUnavailableException why = new LogUnavailableException(view.state().message());
    failPending(why);
    pending = queue.close();
    failPending(why);
    rollRequest.close();
  }

  private void commit(PendingAppend first) throws IOException {
    CommitPlan plan = new CommitPlan(first, maxBatchBytes, maxCommitBytes);
    int sizeBytes = plan.sizeBytes();
    if (active.end() + sizeBytes > active.fileBytes()) {
      roll(sizeBytes);
    }
    long timeMs = Math.max(lastMs, clock.millis());
    long position = active.end();
    ByteBuffer bytes = buffer.compose(plan, active, nextOffset, timeMs, position);
    long syncNanos = write(bytes, position);

    index(plan, bytes, timeMs, position);
    active.advanceTo(position + sizeBytes);
    lastMs = timeMs;
    long base = nextOffset;
    nextOffset += plan.records();
    pending = plan.until();
    queue.release(plan.bodyBytes());
    view.publish(nextOffset);
    long maxWaitNanos = System.nanoTime() - first.enqueuedNanos;
    succeed(first, plan.until(), base);
    observer.committed(
        new LogObserver.Commit(plan.appends(), plan.records(), sizeBytes, maxWaitNanos, syncNanos));
  }

  private void index(CommitPlan plan, ByteBuffer bytes, long timeMs, long position)
      throws IOException {
    int at = 0;
    long offset = nextOffset;
    for (CommitPlan.Batch batch : plan.batches()) {
      active.index().add(offset, position + at, timeMs);
      if (content != null) {
        content.add(timeMs, offset, batch.records(), bytes, at);
      }
      at += batch.sizeBytes();
      offset += batch.records();
    }
  }

  private long write(ByteBuffer bytes, long position) throws IOException {
    DiskFile file = active.acquire();
    try {
      file.write(bytes, position);
      long syncing = System.nanoTime();
      file.sync();
      return System.nanoTime() - syncing;
    } finally {
      active.release(file);
    }
  }

  private static void succeed(PendingAppend first, @Nullable PendingAppend until, long base) {
    long offset = base;
    PendingAppend each = first;
    while (each != null && each != until) {
      PendingAppend next = each.next;
      each.next = null;
      each.succeed(offset);
      offset += each.count;
      each = next;
    }
  }

  /** Rolls to a new segment that continues at the durable end of the active one. */
  private void roll(int minBytes) throws IOException {
    maintenance.requireSpace();
    // retention takes this for the time of the last record, by the clock as corrected since
    lastMs = Math.max(lastMs, clock.sinceMillis(lastMs));
    Segment old = active;
    Segment next =
        segmentFactory.make(
            NextSegment.behind(old.header(), old.end(), nextOffset, lastMs, null), minBytes);
    old.seal();
    if (content != null) {
      digests.sealed(old, content);
    }
    content = digests.begin(next);
    active = next;
    view.add(next);
    maintenance.sealed(old);
  }

  private void stop(IOException why) {
    broken = true;
    LogState state = stateAfter(why);
    view.changeState(state);
    LogUnavailableException failure = new LogUnavailableException(state.message(), why);
    failPending(failure);
    pending = queue.takeAll();
    failPending(failure);
  }

  private static LogState stateAfter(IOException why) {
    return switch (why) {
      case NoSpaceException full -> new LogState.Full("no space for the log: " + reason(full));
      case ReadOnlyDiskException readOnly ->
          new LogState.ReadOnly("the log's disk is read-only: " + reason(readOnly));
      default -> new LogState.Failed("cannot write the log: " + reason(why));
    };
  }

  private static String reason(IOException why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
  }

  private void failPending(LogUnavailableException why) {
    PendingAppend each = pending;
    pending = null;
    while (each != null) {
      PendingAppend next = each.next;
      each.next = null;
      queue.release(each.weightBytes);
      each.fail(why);
      each = next;
    }
  }
}
