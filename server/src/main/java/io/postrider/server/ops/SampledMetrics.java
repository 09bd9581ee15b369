package io.postrider.server.ops;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The text of all metrics, as of the last few seconds. A task of its own reads them, because some
 * wait for others to answer; {@link #get} never waits.
 */
public final class SampledMetrics implements Supplier<String>, AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PrometheusMeterRegistry metrics;
  private final BackgroundTask task;
  private volatile String text = "";

  private SampledMetrics(PrometheusMeterRegistry metrics) {
    this.metrics = metrics;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "metrics-sampler", "Cannot read metrics; retrying.")
                .atOnce(),
            this::step);
  }

  /** Starts to read. */
  public static SampledMetrics start(PrometheusMeterRegistry metrics) {
    SampledMetrics sampled = new SampledMetrics(metrics);
    sampled.task.start();
    return sampled;
  }

  private boolean step() {
    text = metrics.scrape();
    return false;
  }

  @Override
  public String get() {
    return text;
  }

  @Override
  public void close() {
    task.close();
  }
}
