package io.postrider.server.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs jumps of the system clock. Safe to call from any thread. */
public final class ClockJumpReporter implements Consumer<Duration> {

  private static final Logger LOG = LoggerFactory.getLogger(ClockJumpReporter.class);

  /** A clock that jumps back and forth gets this many lines, then every hundredth jump gets one. */
  private static final int MAX_LINES = 10;

  private static final int JUMPS_PER_LINE = 100;

  private final Counter jumps;

  public ClockJumpReporter(MeterRegistry registry) {
    jumps =
        Counter.builder("postrider.clock.jumps")
            .description("Jumps of the system clock by more than a second")
            .register(registry);
  }

  @Override
  public void accept(Duration by) {
    jumps.increment();
    long count = (long) jumps.count();
    if (count <= MAX_LINES || count % JUMPS_PER_LINE == 0) {
      LOG.atWarn()
          .addKeyValue("seconds", by.toSeconds())
          .addKeyValue("jumps", count)
          .log(
              by.isNegative()
                  ? "The system clock was set back. Durations are not affected."
                  : "The system clock jumped forward. Unless it was set back before, it is followed"
                      + " if that lasts five minutes; log retention deletes nothing by age for an"
                      + " hour.");
    }
  }
}
