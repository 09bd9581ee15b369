package io.postrider.server.control;

import io.postrider.route.LogEnds;
import java.util.concurrent.atomic.AtomicInteger;

/** A log that reaches as far as the test says. */
final class FakeLogPositions implements LogPositions {

  volatile long first;
  volatile long end;
  volatile Runnable onEnd = () -> {};
  final AtomicInteger ends = new AtomicInteger();

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
