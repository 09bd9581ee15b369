package io.postrider.server.deliver;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * From where on a partition of the log is still needed, by what is kept of the cursors. Safe to use
 * from any thread; until the cursors are known everything is needed.
 */
public final class Retained implements LongSupplier {

  private final AtomicLong neededFrom = new AtomicLong();

  /** The first offset that is still needed. */
  @Override
  public long getAsLong() {
    return neededFrom.get();
  }

  void publish(long offset) {
    neededFrom.set(offset);
  }
}
