package io.postrider.server.catalog;

import io.postrider.route.LogEnds;
import java.util.concurrent.atomic.AtomicInteger;

/** A log that reaches as far as the test says. */
public final class FakeLogPositions implements LogPositions {

  public volatile long first;
  public volatile long end;
  public volatile Runnable onEnd = () -> {};
  public final AtomicInteger ends = new AtomicInteger();

  @Override
  public LogEnds first() {
    return LogEnds.of(first);
  }

  @Override
  public LogEnds end() {
    onEnd.run();
    ends.incrementAndGet();
    return LogEnds.of(end);
  }
}
