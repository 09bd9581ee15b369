package io.postrider.server.ingest;

import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.server.WrappedLog;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A log whose appends fail or wait as the test decides. */
final class FlakyLog implements WrappedLog {

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

    RecordBatch batch() {
      return batch;
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
  public RecordLog log() {
    return log;
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
}
