package io.postrider.server.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.postrider.log.RecordLog;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.ops.LabelLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of destinations for Prometheus: name, backlog and its age, and breakers. A thread
 * samples them every few seconds, because metrics are read on an event loop, which must not wait.
 *
 * <p>Destinations have the labels of {@link DeliveryMetrics}: those that share a label are added
 * up, and have no name.
 */
final class DestinationGauges implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** One destination at one moment. */
  record Sample(String label, String name, DestinationStatus status) {

    static Sample of(DestinationWorker worker) {
      return new Sample(
          worker.recorder().counters().label(),
          worker.destination().name(),
          DestinationStatus.of(worker));
    }
  }

  private final MeterRegistry registry;
  private final List<DeliveryLoop> loops;
  private final RecordLog log;
  private final InstantSource time;
  private final Map<String, Series> series = new HashMap<>();
  private final BackgroundTask task;

  private DestinationGauges(
      MeterRegistry registry, List<DeliveryLoop> loops, RecordLog log, InstantSource time) {
    this.registry = registry;
    this.loops = loops;
    this.log = log;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-gauges", "Cannot sample destinations; retrying.")
                .atOnce(),
            this::step);
  }

  static DestinationGauges start(
      MeterRegistry registry, List<DeliveryLoop> loops, RecordLog log, InstantSource time) {
    DestinationGauges gauges = new DestinationGauges(registry, loops, log, time);
    gauges.task.start();
    return gauges;
  }

  @Override
  public void close() {
    task.close();
  }

  private boolean step() {
    show(DeliveryLoop.askAll(loops, Sample::of).values());
    return false;
  }

  private void show(Collection<Sample> samples) {
    BacklogAge ages = new BacklogAge(log);
    Map<String, Totals> totals = new HashMap<>();
    for (Sample sample : samples) {
      totals.computeIfAbsent(sample.label, Totals::new).add(sample, ages);
    }
    series
        .entrySet()
        .removeIf(entry -> !totals.containsKey(entry.getKey()) && entry.getValue().remove());
    totals.forEach((label, total) -> series.computeIfAbsent(label, Series::new).show(total));
  }

  /** What the destinations of one label add up to. */
  private static final class Totals {

    private final boolean shared;
    private String name = "";
    private long waiting;
    private @Nullable Instant since;
    private int closed;
    private int open;

    private Totals(String label) {
      shared = label.equals(LabelLimit.OTHERS);
    }

    private void add(Sample sample, BacklogAge ages) {
      name = shared ? "" : sample.name;
      waiting += sample.status.waiting();
      since = BacklogAge.earlier(since, ages.since(sample.status));
      int failing = (int) sample.status.urls().stream().filter(url -> url.breakerOpen()).count();
      open += failing;
      closed += sample.status.urls().size() - failing;
    }
  }

  /** The registered gauges of one label. */
  private final class Series {

    private final String label;
    private final List<Meter> gauges = new ArrayList<>();
    private volatile Totals shown;
    private @Nullable Meter named;
    private String name = "";

    private Series(String label) {
      this.label = label;
      this.shown = new Totals(label);
      Tags destination = Tags.of("destination", label);
      gauge(
          "postrider.destination.backlog",
          "Messages that wait for a destination",
          destination,
          totals -> totals.waiting);
      gauge(
          "postrider.destination.backlog.age.seconds",
          "Time since the oldest waiting message was accepted",
          destination,
          this::ageSeconds);
      gauge(
          "postrider.destination.urls",
          "URLs of a destination by the state of their circuit breaker",
          destination.and("breaker", "closed"),
          totals -> totals.closed);
      gauge(
          "postrider.destination.urls",
          "URLs of a destination by the state of their circuit breaker",
          destination.and("breaker", "open"),
          totals -> totals.open);
    }

    private void gauge(
        String metric, String description, Tags tags, ToDoubleFunction<Totals> value) {
      gauges.add(
          Gauge.builder(metric, this, series -> value.applyAsDouble(series.shown))
              .description(description)
              .tags(tags)
              .register(registry));
    }

    private double ageSeconds(Totals totals) {
      return totals.since == null
          ? 0
          : Math.max(0, Duration.between(totals.since, time.instant()).toMillis() / 1_000.0);
    }

    private void show(Totals totals) {
      shown = totals;
      if (!totals.name.equals(name)) {
        rename(totals.name);
      }
    }

    private void rename(String newName) {
      name = newName;
      if (named != null) {
        registry.remove(named);
      }
      named =
          Gauge.builder("postrider.destination.info", () -> 1)
              .description("Names of destinations; always 1")
              .tag("destination", label)
              .tag("name", newName)
              .register(registry);
    }

    /** Removes the gauges; always true. */
    private boolean remove() {
      gauges.forEach(registry::remove);
      if (named != null) {
        registry.remove(named);
      }
      return true;
    }
  }
}
