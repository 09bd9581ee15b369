package io.postrider.log.embedded;

import io.postrider.log.RecordBatch;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A queued append: the future, the records and the queue link in one allocation. */
final class PendingAppend extends CompletableFuture<Long> {

  final int weightBytes;
  final int count;
  final long enqueuedNanos;
  @Nullable PendingAppend next;
  private @Nullable RecordBatch batch;

  PendingAppend(RecordBatch batch, int weightBytes, long enqueuedNanos) {
    this.batch = batch;
    this.weightBytes = weightBytes;
    this.count = batch.count();
    this.enqueuedNanos = enqueuedNanos;
  }

  /** The sentinel of a closed queue. */
  PendingAppend() {
    this.weightBytes = 0;
    this.count = 0;
    this.enqueuedNanos = 0;
  }

  RecordBatch batch() {
    if (batch == null) {
      throw new IllegalStateException("the append is already complete");
    }
    return batch;
  }

  /** Releases the records and completes the future. */
  void succeed(long offset) {
    batch = null;
    complete(offset);
  }

  void fail(RuntimeException why) {
    batch = null;
    completeExceptionally(why);
  }
}
