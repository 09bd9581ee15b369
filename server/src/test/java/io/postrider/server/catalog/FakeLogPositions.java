package io.postrider.server.catalog;

import io.postrider.route.LogEndOffsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A log that reaches as far as the test says. */
public final class FakeLogPositions implements LogPositions {

  public volatile long first;
  public volatile long end;
  public volatile Runnable onEnd = () -> {};
  public final AtomicInteger ends = new AtomicInteger();

  @Override
  public LogEndOffsets first() {
    return LogEndOffsets.of(first);
  }

  @Override
  public LogEndOffsets end() {
    onEnd.run();
    ends.incrementAndGet();
    return LogEndOffsets.of(end);
  }
}
