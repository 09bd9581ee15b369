package io.postrider.log.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * An append whose records are on their way to the brokers; settles when each of them is answered.
 * Thread-safe.
 */
final class InFlightAppend implements Callback {

  private final long weightBytes;
  private final BiConsumer<InFlightAppend, @Nullable Exception> settled;
  private final CompletableFuture<Long> future = new CompletableFuture<>();
  private int left;
  private long firstOffset = Long.MAX_VALUE;
  private long lastOffset = -1;
  private @Nullable Exception failure;
  private long startedNanos;

  /**
   * @param settled is called once, with the first failure if a record is not durable
   */
  InFlightAppend(
      int records, long weightBytes, BiConsumer<InFlightAppend, @Nullable Exception> settled) {
    this.left = records;
    this.weightBytes = weightBytes;
    this.settled = settled;
  }

  CompletableFuture<Long> future() {
    return future;
  }

  long weightBytes() {
    return weightBytes;
  }

  synchronized long firstOffset() {
    return firstOffset;
  }

  synchronized long lastOffset() {
    return lastOffset;
  }

  synchronized void startedAt(long nanos) {
    startedNanos = nanos;
  }

  synchronized long startedNanos() {
    return startedNanos;
  }

  @Override
  public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
    Exception first;
    synchronized (this) {
      if (exception != null) {
        failure = failure == null ? exception : failure;
      } else if (metadata != null) {
        firstOffset = Math.min(firstOffset, metadata.offset());
        lastOffset = Math.max(lastOffset, metadata.offset());
      }
      left--;
      if (left > 0) {
        return;
      }
      first = failure;
    }
    settled.accept(this, first);
  }

  /** Records that were never given to the producer. */
  void skip(int records, Exception cause) {
    for (int i = 0; i < records; i++) {
      onCompletion(null, cause);
    }
  }
}
