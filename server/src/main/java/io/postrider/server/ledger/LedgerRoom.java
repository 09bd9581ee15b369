package io.postrider.server.ledger;

import io.postrider.log.embedded.LogObserver;
import java.util.function.LongSupplier;

/**
 * The disk space of the ledger: what the disk has, less a reserve for the log. When the disk fills,
 * the oldest entries go first, and then the ledger stops before the log does. Thread-safe.
 */
final class LedgerRoom implements LogObserver {

  private final LongSupplier freeBytes;
  private final long reserveBytes;
  private volatile long sizeBytes;

  /**
   * @param freeBytes the free space of the disk
   * @param reserveBytes what the ledger leaves free
   */
  LedgerRoom(LongSupplier freeBytes, long reserveBytes) {
    this.freeBytes = freeBytes;
    this.reserveBytes = reserveBytes;
  }

  @Override
  public void sized(int segments, long bytes) {
    sizeBytes = bytes;
  }

  /** The present size of the ledger. */
  long sizeBytes() {
    return sizeBytes;
  }

  /** The most bytes that the ledger may have. */
  long maxBytes() {
    return Math.max(0, sizeBytes + freeBytes.getAsLong() - reserveBytes);
  }
}
