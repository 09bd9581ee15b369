package io.postrider.client;

/** When a queue is due, and how much it holds. Immutable. */
final class QueueOptions {
  private final int flushAt;
  private final long flushAfterNanos;
  private final int mostMessages;
  private final long mostBytes;

  QueueOptions(int flushAt, long flushAfterNanos, int mostMessages, long mostBytes) {
    this.flushAt = flushAt;
    this.flushAfterNanos = flushAfterNanos;
    this.mostMessages = mostMessages;
    this.mostBytes = mostBytes;
  }

  /** A queue that holds less than that is due when it is full. */
  int flushAt() {
    return Math.min(flushAt, mostMessages);
  }

  long flushAfterNanos() {
    return flushAfterNanos;
  }

  int mostMessages() {
    return mostMessages;
  }

  long mostBytes() {
    return mostBytes;
  }

  /** Whoever wants every call sent right away wants no batches, even when calls pile up. */
  int mostInBatch() {
    return flushAt == 1 ? 1 : Limits.BATCH_MESSAGES;
  }
}
