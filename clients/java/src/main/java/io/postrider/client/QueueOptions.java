package io.postrider.client;

/** The flush settings and limits of a message queue. Immutable. */
final class QueueOptions {
  private final int flushAt;
  private final long flushAfterNanos;
  private final int maxMessages;
  private final long maxBytes;

  QueueOptions(int flushAt, long flushAfterNanos, int maxMessages, long maxBytes) {
    this.flushAt = flushAt;
    this.flushAfterNanos = flushAfterNanos;
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** A queue smaller than {@code flushAt} is due when it is full. */
  int flushAt() {
    return Math.min(flushAt, maxMessages);
  }

  long flushAfterNanos() {
    return flushAfterNanos;
  }

  int maxMessages() {
    return maxMessages;
  }

  long maxBytes() {
    return maxBytes;
  }

  /** With {@code flushAt} 1, every message is its own request, even under load. */
  int maxInBatch() {
    return flushAt == 1 ? 1 : Limits.BATCH_MESSAGES;
  }
}
