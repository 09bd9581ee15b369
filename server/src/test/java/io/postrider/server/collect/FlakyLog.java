package io.postrider.server.collect;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A log whose appends fail when told to, or wait until a test decides about each. */
final class FlakyLog implements RecordLog {

  private final MemoryLog log = new MemoryLog();
  private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();
  private volatile @Nullable RuntimeException failure;
  private volatile boolean holding;

  /** An append that waits. */
  final class Held {
    private final RecordBatch batch;
    private final CompletableFuture<Long> outcome = new CompletableFuture<>();

    private Held(RecordBatch batch) {
      this.batch = batch;
    }

    void succeed() {
      outcome.complete(log.append(0, batch).join());
    }

    void fail(RuntimeException reason) {
      outcome.completeExceptionally(reason);
    }
  }

  /** From now on every append fails so, or succeeds if this is null. */
  void failWith(@Nullable RuntimeException reason) {
    failure = reason;
  }

  /** From now on every append waits. */
  void hold(boolean hold) {
    holding = hold;
  }

  /** The next append that waits. */
  Held next() throws InterruptedException {
    Held next = held.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new IllegalStateException("nothing is appended");
    }
    return next;
  }

  boolean isNoneHeld() {
    return held.isEmpty();
  }

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    RuntimeException reason = failure;
    if (reason != null) {
      return CompletableFuture.failedFuture(reason);
    }
    if (holding) {
      Held waiting = new Held(batch);
      held.add(waiting);
      return waiting.outcome;
    }
    return log.append(partition, batch);
  }

  @Override
  public LogIdentity identity() {
    return log.identity();
  }

  @Override
  public int partitions() {
    return log.partitions();
  }

  @Override
  public long firstOffset(int partition) {
    return log.firstOffset(partition);
  }

  @Override
  public long endOffset(int partition) {
    return log.endOffset(partition);
  }

  @Override
  public long offsetAt(int partition, Instant time) {
    return log.offsetAt(partition, time);
  }

  @Override
  public LogReader reader(int partition, long fromOffset) {
    return log.reader(partition, fromOffset);
  }

  @Override
  public Optional<LogRecord> record(int partition, long offset) {
    return log.record(partition, offset);
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return log.whenBeyond(partition, offset);
  }

  @Override
  public void close() {
    log.close();
  }
}
