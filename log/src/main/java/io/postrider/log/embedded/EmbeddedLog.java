package io.postrider.log.embedded;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log stored in segment files of one folder. It has one partition.
 *
 * <p>Thread-safe. {@code docs/log-format.md} describes the format, {@link LogWriter} how appends
 * become durable, {@link LogRecovery} and {@link SegmentRecovery} how opening recovers.
 */
public final class EmbeddedLog implements RecordLog {

  private final LogCore core;
  private final LogView view;
  private final LogIdentity identity;
  private final int maxAppendBytes;
  private final long maxQueuedBytes;
  private final int maxKeptBytes;
  private final @Nullable LogThreads threads;

  private EmbeddedLog(LogCore core, LogSizes sizes, @Nullable LogThreads threads) {
    this.core = core;
    this.view = core.view();
    this.identity = view.segments().last().header().identity();
    this.maxAppendBytes = sizes.maxAppend();
    this.maxQueuedBytes = sizes.maxQueued();
    this.maxKeptBytes = sizes.maxCommit();
    this.threads = threads;
  }

  /**
   * Opens the log in a folder; creates the log if there is none.
   *
   * @throws LogUnavailableException if an I/O operation fails or another process has the log open
   * @throws io.postrider.log.LogCorruptException if durable records are corrupt
   */
  public static EmbeddedLog open(Disk disk, EmbeddedLogOptions options) {
    LogCore core = core(disk, options);
    return new EmbeddedLog(core, options.sizes(), LogThreads.start(core, options.intervals()));
  }

  /**
   * Gives up segments whose files are missing or have a corrupt header, and corrupt records of the
   * newest segment, so that the log opens with the rest. Reading lost offsets fails as corrupt.
   * Only for a log whose records nobody depends on.
   *
   * @param before is called before anything changes
   * @return whether anything was damaged; false if no segment is left
   * @throws LogUnavailableException if an I/O operation fails or another process has the log open
   * @throws io.postrider.log.LogCorruptException if more is corrupt
   */
  public static boolean giveUpLostSegments(Disk disk, Consumer<LogDamage> before) {
    try {
      LostSegments lost = LostSegments.find(disk);
      if (lost.damage().isEmpty()) {
        return false;
      }
      before.accept(lost.damage());
      lost.giveUp();
      return true;
    } catch (IOException e) {
      throw new LogUnavailableException("cannot repair the log: " + e.getMessage(), e);
    }
  }

  /** Opens a log whose steps the caller drives; for tests. */
  static EmbeddedLog openWithoutThreads(Disk disk, EmbeddedLogOptions options) {
    return new EmbeddedLog(core(disk, options), options.sizes(), null);
  }

  private static LogCore core(Disk disk, EmbeddedLogOptions options) {
    try {
      return LogCore.open(disk, options);
    } catch (IOException e) {
      throw new LogUnavailableException("cannot open the log: " + e.getMessage(), e);
    }
  }

  LogCore core() {
    return core;
  }

  public LogState state() {
    return view.state();
  }

  @Override
  public LogIdentity identity() {
    return identity;
  }

  @Override
  public int partitions() {
    return 1;
  }

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    requirePartition(partition);
    long weightBytes = batch.weightBytes();
    if (weightBytes > maxAppendBytes) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "batch of " + weightBytes + " bytes exceeds the limit of " + maxAppendBytes));
    }
    LogState state = view.state();
    if (!(state instanceof LogState.Running)) {
      return CompletableFuture.failedFuture(new LogUnavailableException(state.message()));
    }
    PendingAppend append = new PendingAppend(batch, (int) weightBytes, System.nanoTime());
    return switch (core.queue().offer(append)) {
      case FIRST -> {
        if (threads != null) {
          threads.wakeWriter();
        }
        yield append;
      }
      case BEHIND -> append;
      case BUSY ->
          CompletableFuture.failedFuture(
              new LogBusyException("the append queue is full: " + maxQueuedBytes + " bytes"));
      case CLOSED -> CompletableFuture.failedFuture(LogUnavailableException.closed());
    };
  }

  @Override
  public long firstOffset(int partition) {
    requirePartition(partition);
    return view.firstOffset();
  }

  @Override
  public long endOffset(int partition) {
    requirePartition(partition);
    return view.endOffset();
  }

  @Override
  public long offsetAt(int partition, Instant time) {
    requirePartition(partition);
    view.requireOpen();
    return TimeSearch.offsetAt(view, time);
  }

  @Override
  public LogReader reader(int partition, long fromOffset) {
    requirePartition(partition);
    view.requireOpen();
    if (fromOffset < 0) {
      throw new IllegalArgumentException("offset " + fromOffset);
    }
    return new EmbeddedReader(view, fromOffset, maxKeptBytes);
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    requirePartition(partition);
    return view.waiters().whenBeyond(offset, view.endOffset());
  }

  /** How many records were appended since a time, or some more: at most those of a segment. */
  public long recordsSince(Instant from) {
    view.requireOpen();
    long records = 0;
    long end = view.endOffset();
    for (Segment segment : view.segments().segments().reversed()) {
      records = end - segment.baseOffset();
      if (segment.header().sinceMs() < from.toEpochMilli()) {
        break;
      }
    }
    return records;
  }

  /**
   * Visits the digests of all records appended since a time, newest run first. Records appended
   * during the visit may be missed; the visit ends where retention deletes during it.
   *
   * @throws io.postrider.log.LogCorruptException if a segment that has to be scanned is corrupt
   */
  public void digestsSince(Instant from, DigestVisitor visitor) {
    view.requireOpen();
    if (!core.digests().enabled()) {
      throw new IllegalStateException("digests are disabled");
    }
    long fromMs = from.toEpochMilli();
    List<Segment> segments = view.segments().segments();
    for (int i = segments.size() - 1; i >= 0; i--) {
      if (!visit(segments.get(i), fromMs, visitor) || segments.get(i).header().sinceMs() < fromMs) {
        return;
      }
    }
  }

  private boolean visit(Segment segment, long fromMs, DigestVisitor visitor) {
    try {
      return core.digests().visit(segment, fromMs, visitor);
    } catch (IOException e) {
      if (segment.isRetired()) {
        return false; // and so are all before it
      }
      throw new LogUnavailableException("cannot read digests", e);
    }
  }

  /**
   * Rewrites records of the segment that contains an offset, so that their old bytes are gone from
   * its file. Offsets, times and all other records stay. The active segment is sealed first if a
   * record of it changes. Only one thread may call it.
   *
   * @param fromOffset selects the segment; the first one if retention has deleted the offset
   * @param pace is told of every batch that was read
   * @throws LogUnavailableException if the disk refuses, or the log closes
   */
  public RewrittenSegment rewrite(long fromOffset, RecordRewrite rewrite, RewritePace pace) {
    view.requireOpen();
    if (core.digests().enabled()) {
      throw new IllegalStateException("digests of rewritten records would stay");
    }
    try {
      return rewriteSegment(fromOffset, rewrite, pace);
    } catch (IOException e) {
      view.requireOpen();
      throw new LogUnavailableException("cannot rewrite the log: " + e.getMessage(), e);
    }
  }

  private RewrittenSegment rewriteSegment(long fromOffset, RecordRewrite rewrite, RewritePace pace)
      throws IOException {
    // an earlier process may have been killed between renaming a file and syncing its folder
    core.maintenance().syncNames();
    long endOffset = view.endOffset();
    SegmentList segments = view.segments();
    int index = Math.max(0, segments.indexOf(fromOffset));
    Segment segment = segments.segments().get(index);
    boolean last = index + 1 == segments.segments().size();
    long nextOffset = last ? endOffset : segments.segments().get(index + 1).baseOffset();
    if (segment.header().isLost()) {
      return RewrittenSegment.done(nextOffset, 0);
    }
    try {
      return rewrite(segment, endOffset, rewrite, pace);
    } catch (LogCorruptException damaged) {
      return new RewrittenSegment(nextOffset, 0, RewrittenSegment.Outcome.DAMAGED);
    }
  }

  private RewrittenSegment rewrite(
      Segment segment, long endOffset, RecordRewrite rewrite, RewritePace pace) throws IOException {
    RewritePace whileOpen = bytes -> isOpen() && pace.proceed(bytes);
    if (!segment.isSealed()) {
      SegmentRewriter look = core.maintenance().rewriter(segment, rewrite, whileOpen);
      if (!look.changesSomething()) {
        return look.isStopped()
            ? RewrittenSegment.stopped(segment)
            : RewrittenSegment.done(endOffset, 0);
      }
      seal();
    }
    return core.maintenance().rewriter(segment, rewrite, whileOpen).run();
  }

  private boolean isOpen() {
    return !(view.state() instanceof LogState.Closed);
  }

  /** Seals the active segment. */
  private void seal() {
    CompletableFuture<Void> sealed = core.writer().rollRequest().ask();
    if (threads == null) {
      core.writer().step();
    } else {
      threads.wakeWriter();
    }
    try {
      sealed.join();
    } catch (CompletionException e) {
      throw new LogUnavailableException("cannot begin a new segment: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (view.state() instanceof LogState.Closed) {
      return;
    }
    if (threads == null) {
      core.writer().finish();
    } else {
      threads.close();
    }
    core.close();
  }

  private static void requirePartition(int partition) {
    if (partition != 0) {
      throw new IllegalArgumentException("partition " + partition + " of 1");
    }
  }
}
