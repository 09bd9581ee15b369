package io.postrider.client;

/** The flush settings and limits of a message queue. Immutable. */
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

  /** A queue smaller than {@code flushAt} is due when it is full. */
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

  /** With {@code flushAt} 1, every message is its own request, even under load. */
  int mostInBatch() {
    return flushAt == 1 ? 1 : Limits.BATCH_MESSAGES;
  }
}
