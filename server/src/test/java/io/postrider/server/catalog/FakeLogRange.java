package io.postrider.server.catalog;

import io.postrider.route.LogEndOffsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A log range that the test sets. */
public final class FakeLogRange implements Supplier<LogRange> {

  public volatile long first;
  public volatile long end;
  public volatile Runnable onRead = () -> {};
  public final AtomicInteger reads = new AtomicInteger();

  @Override
  public LogRange get() {
    onRead.run();
    reads.incrementAndGet();
    return new LogRange(LogEndOffsets.of(first), LogEndOffsets.of(end));
  }
}
