package io.postrider.log.embedded;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The log in segment files of one folder; it has one partition.
 *
 * <p>Safe to call from any thread. {@code docs/log-format.md} has the format, {@link LogWriter} how
 * appends become durable, {@link TailScan} what opening trusts.
 */
public final class EmbeddedLog implements RecordLog {

  private final LogMachine machine;
  private final LogView view;
  private final LogIdentity identity;
  private final int maxAppendBytes;
  private final long maxQueuedBytes;
  private final @Nullable LogThreads threads;

  private EmbeddedLog(LogMachine machine, LogSizes sizes, @Nullable LogThreads threads) {
    this.machine = machine;
    this.view = machine.view();
    this.identity = view.segments().last().header().identity();
    this.maxAppendBytes = sizes.maxAppend();
    this.maxQueuedBytes = sizes.maxQueued();
    this.threads = threads;
  }

  /**
   * Opens the log in a folder, which is created there if there is none.
   *
   * @throws LogUnavailableException if the disk does not let us, or another opener is inside
   * @throws io.postrider.log.LogCorruptException if records that were durable are damaged
   */
  public static EmbeddedLog open(Disk disk, EmbeddedLogOptions options) {
    LogMachine machine = machine(disk, options);
    return new EmbeddedLog(machine, options.sizes(), LogThreads.start(machine, options.pauses()));
  }

  /** One whose machine the caller moves on. */
  static EmbeddedLog openStill(Disk disk, EmbeddedLogOptions options) {
    return new EmbeddedLog(machine(disk, options), options.sizes(), null);
  }

  private static LogMachine machine(Disk disk, EmbeddedLogOptions options) {
    try {
      return LogMachine.open(disk, options);
    } catch (IOException e) {
      throw new LogUnavailableException("cannot open the log: " + e.getMessage(), e);
    }
  }

  LogMachine machine() {
    return machine;
  }

  /** Whether appends are taken, and if not, why. */
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
              "a batch that weighs " + weightBytes + " bytes; at most " + maxAppendBytes + " may"));
    }
    LogState state = view.state();
    if (!(state instanceof LogState.Running)) {
      return CompletableFuture.failedFuture(new LogUnavailableException(state.words()));
    }
    Append append = new Append(batch, (int) weightBytes, System.nanoTime());
    return switch (machine.queue().offer(append)) {
      case FIRST -> {
        if (threads != null) {
          threads.wakeWriter();
        }
        yield append;
      }
      case BEHIND -> append;
      case BUSY ->
          CompletableFuture.failedFuture(
              new LogBusyException("more than " + maxQueuedBytes + " bytes would wait"));
      case CLOSED ->
          CompletableFuture.failedFuture(new LogUnavailableException("the log is closed"));
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
    view.refuseClosed();
    return new TimeSearch(view).offsetAt(time);
  }

  @Override
  public LogReader reader(int partition, long fromOffset) {
    requirePartition(partition);
    view.refuseClosed();
    if (fromOffset < 0) {
      throw new IllegalArgumentException("offset " + fromOffset);
    }
    return new EmbeddedReader(view, fromOffset);
  }

  @Override
  public Optional<LogRecord> record(int partition, long offset) {
    try (LogReader reader = reader(partition, offset)) {
      List<LogRecord> records = reader.read(1);
      return records.isEmpty() ? Optional.empty() : Optional.of(records.getFirst());
    } catch (OffsetExpiredException e) {
      return Optional.empty();
    }
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    requirePartition(partition);
    return view.arrivals().whenBeyond(offset, view.endOffset());
  }

  /**
   * Visits the digests of all records appended at or after a time, newest first; those of the same
   * time in order. Records appended meanwhile may be missed.
   *
   * @throws io.postrider.log.LogCorruptException if a segment has to be read for it and is damaged
   */
  public void digestsSince(Instant from, DigestVisitor visitor) {
    view.refuseClosed();
    if (!machine.digests().areKept()) {
      throw new IllegalStateException("no digests are kept");
    }
    long fromMs = from.toEpochMilli();
    List<Segment> segments = view.segments().segments();
    try {
      for (int i = segments.size() - 1; i >= 0; i--) {
        boolean goOn = machine.digests().visit(segments.get(i), fromMs, visitor);
        if (!goOn || segments.get(i).header().sinceMs() < fromMs) {
          return;
        }
      }
    } catch (IOException e) {
      throw new LogUnavailableException("cannot read digests", e);
    }
  }

  @Override
  public void close() {
    if (view.state() instanceof LogState.Closed) {
      return;
    }
    if (threads == null) {
      machine.writer().finish();
    } else {
      threads.close();
    }
    machine.close();
  }

  private static void requirePartition(int partition) {
    if (partition != 0) {
      throw new IllegalArgumentException("partition " + partition + " of 1");
    }
  }
}
