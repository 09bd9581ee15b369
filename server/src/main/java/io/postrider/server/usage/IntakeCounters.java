package io.postrider.server.usage;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.server.ingest.IngestMetrics;

/** How much this process has taken in since it started, by its own counters. Any thread may ask. */
public final class IntakeCounters {

  /** What was counted so far. */
  record Totals(long accepted, long rejected) {}

  private final MeterRegistry registry;

  public IntakeCounters(MeterRegistry registry) {
    this.registry = registry;
  }

  Totals now() {
    double accepted =
        registry.find(IngestMetrics.ACCEPTED).functionCounters().stream()
            .mapToDouble(FunctionCounter::count)
            .sum();
    double rejected =
        registry.find(IngestMetrics.REJECTED).counters().stream().mapToDouble(Counter::count).sum();
    return new Totals((long) accepted, (long) rejected);
  }
}
