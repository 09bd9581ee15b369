package io.postrider.server.background;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The first offset of a partition that saved cursors need. Safe to use from any thread. Before the
 * first flush everything is needed.
 */
public final class RetainedOffsets {

  private final AtomicLong offset = new AtomicLong();

  /** The first offset that is needed. */
  public long neededFrom() {
    return offset.get();
  }

  /** Sets the first offset that is needed. */
  public void publish(long needed) {
    offset.set(needed);
  }
}
