package io.postrider.server.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.postrider.log.LogState;
import io.postrider.log.embedded.LogObserver;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what the log does, and says in the program's log when it stops and goes on. */
public final class LogMetrics implements LogObserver {

  private static final Logger LOG = LoggerFactory.getLogger(LogMetrics.class);
  private static final Duration SHORTEST = Duration.ofNanos(100_000);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Timer appends;
  private final Timer syncs;
  private final Counter records;
  private final Counter bytes;
  private volatile long sizeBytes;
  private volatile int segments;
  private volatile LogState state = new LogState.Running();

  public LogMetrics(MeterRegistry registry) {
    appends =
        timer(registry, "postrider.log.append", "From append to durable, slowest of a commit");
    syncs = timer(registry, "postrider.log.sync", "Syncing a commit to disk");
    records =
        Counter.builder("postrider.log.records")
            .description("Records that have become durable")
            .register(registry);
    bytes =
        Counter.builder("postrider.log.written.bytes")
            .description("Bytes that have become durable")
            .register(registry);
    Gauge.builder("postrider.log.size.bytes", () -> sizeBytes)
        .description("What the log takes on disk")
        .register(registry);
    Gauge.builder("postrider.log.segments", () -> segments)
        .description("Files of the log")
        .register(registry);
    Gauge.builder("postrider.log.running", () -> state instanceof LogState.Running ? 1 : 0)
        .description("1 while the log takes records")
        .register(registry);
  }

  private static Timer timer(MeterRegistry registry, String name, String description) {
    return Timer.builder(name)
        .description(description)
        .publishPercentileHistogram()
        .minimumExpectedValue(SHORTEST)
        .maximumExpectedValue(LONGEST)
        .register(registry);
  }

  @Override
  public void committed(Commit commit) {
    appends.record(commit.maxWaitNanos(), TimeUnit.NANOSECONDS);
    syncs.record(commit.syncNanos(), TimeUnit.NANOSECONDS);
    records.increment(commit.records());
    bytes.increment(commit.sizeBytes());
  }

  @Override
  public void sized(int newSegments, long newSizeBytes) {
    segments = newSegments;
    sizeBytes = newSizeBytes;
  }

  @Override
  public void changed(LogState newState) {
    state = newState;
    if (newState instanceof LogState.Running) {
      LOG.info("The log takes messages.");
    } else if (!(newState instanceof LogState.Closed)) {
      LOG.atError()
          .addKeyValue("reason", newState.message())
          .log("The log takes no messages; requests are answered 503 until it does again.");
    }
  }

  /** Whether the log takes messages. */
  public LogState state() {
    return state;
  }
}
