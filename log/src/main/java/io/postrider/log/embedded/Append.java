package io.postrider.log.embedded;

import io.postrider.log.RecordBatch;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One append on its way: the future that its caller holds, the records, and the link to the next
 * one, all in one object since there are many.
 */
final class Append extends CompletableFuture<Long> {

  final int weightBytes;
  final int count;
  final long sinceNanos;
  @Nullable Append next;
  private @Nullable RecordBatch batch;

  Append(RecordBatch batch, int weightBytes, long sinceNanos) {
    this.batch = batch;
    this.weightBytes = weightBytes;
    this.count = batch.count();
    this.sinceNanos = sinceNanos;
  }

  /** The mark of a closed queue. */
  private Append() {
    this.weightBytes = 0;
    this.count = 0;
    this.sinceNanos = 0;
  }

  static Append mark() {
    return new Append();
  }

  RecordBatch batch() {
    if (batch == null) {
      throw new IllegalStateException("already settled");
    }
    return batch;
  }

  /** Lets go of the records and tells the caller. */
  void succeed(long offset) {
    batch = null;
    complete(offset);
  }

  /** Lets go of the records and tells the caller. */
  void fail(RuntimeException why) {
    batch = null;
    completeExceptionally(why);
  }
}
