package io.postrider.server.delivery;

import java.util.concurrent.atomic.AtomicLong;

/**
 * From where on a partition of the log is still needed, by what is kept of the cursors. Safe to use
 * from any thread; until the cursors are known everything is needed.
 */
public final class RetainedOffsets {

  private final AtomicLong offset = new AtomicLong();

  /** The first offset that is still needed. */
  public long neededFrom() {
    return offset.get();
  }

  void publish(long needed) {
    offset.set(needed);
  }
}
