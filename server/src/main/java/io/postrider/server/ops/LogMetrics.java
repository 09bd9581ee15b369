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
import org.slf4j.event.Level;

/** The metrics of the log; also reports when the log stops and recovers. */
public final class LogMetrics implements LogObserver {

  private static final Logger LOG = LoggerFactory.getLogger(LogMetrics.class);
  private static final Duration MIN_LATENCY = Duration.ofNanos(100_000);
  private static final Duration MAX_LATENCY = Duration.ofSeconds(10);

  private final Timer appends;
  private final Timer syncs;
  private final Counter records;
  private final Counter bytes;
  private final Counter removedBytes;
  private final Counter removedRecords;
  private final Counter removedNeeded;
  private volatile long sizeBytes;
  private volatile int segments;
  private volatile LogState state = new LogState.Running();

  public LogMetrics(MeterRegistry registry) {
    appends =
        timer(
            registry,
            "postrider.log.append",
            "Time from append to durable, the slowest of each commit");
    syncs = timer(registry, "postrider.log.sync", "Time of the fsync of a commit");
    records =
        Counter.builder("postrider.log.records")
            .description("Records that became durable")
            .register(registry);
    bytes =
        Counter.builder("postrider.log.written.bytes")
            .description("Bytes that became durable")
            .register(registry);
    removedBytes =
        Counter.builder("postrider.log.removed.bytes")
            .description("Bytes that retention removed")
            .register(registry);
    removedRecords = removed(registry, "false");
    removedNeeded = removed(registry, "true");
    Gauge.builder("postrider.log.size.bytes", () -> sizeBytes)
        .description("Size of the log on disk")
        .register(registry);
    Gauge.builder("postrider.log.segments", () -> segments)
        .description("Segment files of the log")
        .register(registry);
    Gauge.builder("postrider.log.running", () -> state instanceof LogState.Running ? 1 : 0)
        .description("1 while the log accepts records")
        .register(registry);
  }

  private static Counter removed(MeterRegistry registry, String needed) {
    return Counter.builder("postrider.log.removed.records")
        .description("Records that retention removed, by whether a delivery still needed them")
        .tag("needed", needed)
        .register(registry);
  }

  private static Timer timer(MeterRegistry registry, String name, String description) {
    return Timer.builder(name)
        .description(description)
        .publishPercentileHistogram()
        .minimumExpectedValue(MIN_LATENCY)
        .maximumExpectedValue(MAX_LATENCY)
        .register(registry);
  }

  @Override
  public void committed(Commit commit) {
    appends.record(commit.maxWaitNanos(), TimeUnit.NANOSECONDS);
    syncs.record(commit.syncNanos(), TimeUnit.NANOSECONDS);
    records.increment(commit.records());
    bytes.increment(commit.sizeBytes());
  }

  /** Says what retention removes; a warning if a delivery still needed some of it. */
  @Override
  public void removed(Removal removal) {
    long records = removal.toOffset() - removal.fromOffset();
    removedBytes.increment((double) removal.sizeBytes());
    removedRecords.increment((double) (records - removal.neededRecords()));
    removedNeeded.increment((double) removal.neededRecords());
    boolean needed = removal.neededRecords() > 0;
    LOG.atLevel(needed ? Level.WARN : Level.INFO)
        .addKeyValue("from", removal.fromOffset())
        .addKeyValue("to", removal.toOffset())
        .addKeyValue("segments", removal.segments())
        .addKeyValue("bytes", removal.sizeBytes())
        .addKeyValue("undelivered", removal.neededRecords())
        .log(
            needed
                ? "Log retention removed records before they were delivered."
                : "Log retention removed records.");
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
      LOG.info("The log accepts messages.");
    } else if (!(newState instanceof LogState.Closed)) {
      LOG.atError()
          .addKeyValue("reason", newState.message())
          .log("The log accepts no messages; requests are answered 503 until it recovers.");
    }
  }

  /** Whether the log accepts messages. */
  public LogState state() {
    return state;
  }
}
