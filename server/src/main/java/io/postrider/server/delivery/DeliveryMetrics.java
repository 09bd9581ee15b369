package io.postrider.server.delivery;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts deliveries for Prometheus. Safe to use from any thread.
 *
 * <p>The first 100 destinations have their own label; the others share one, so that the number of
 * series is bounded.
 */
final class DeliveryMetrics {

  private static final int MAX_LABELLED = 100;
  private static final String OTHERS = "others";

  private final MeterRegistry registry;
  private final Map<String, Counters> counters = new HashMap<>();
  private final LongAdder attempts = new LongAdder();
  private final LongAdder attemptNanos = new LongAdder();

  DeliveryMetrics(MeterRegistry registry) {
    this.registry = registry;
    FunctionTimer.builder(
            "postrider.attempt.latency",
            attempts,
            LongAdder::sum,
            count -> attemptNanos.sum(),
            TimeUnit.NANOSECONDS)
        .description("Latency of delivery attempts")
        .register(registry);
  }

  /** Registers the gauges of lag, queues and connections. */
  void watch(List<DeliveryLoop> loops, RecordLog log, SharedQueueBudget budget) {
    for (int i = 0; i < log.partitions(); i++) {
      int partition = i;
      Gauge.builder("postrider.delivery.lag", () -> lag(loops, log, partition))
          .description("Records that live delivery has not read yet")
          .tag("partition", Integer.toString(partition))
          .register(registry);
    }
    Gauge.builder("postrider.delivery.queue.bytes", budget, SharedQueueBudget::takenBytes)
        .description("Bytes of queued messages that wait for their first attempt")
        .register(registry);
    Gauge.builder(
            "postrider.delivery.connections",
            () -> loops.stream().mapToInt(DeliveryLoop::connections).sum())
        .description("Open connections to receivers")
        .register(registry);
  }

  private static long lag(List<DeliveryLoop> loops, RecordLog log, int partition) {
    long read = Long.MAX_VALUE;
    for (DeliveryLoop loop : loops) {
      read = Math.min(read, loop.partition(partition).position());
    }
    return Math.max(0, log.endOffset(partition) - read);
  }

  synchronized Counters of(DestinationId destination) {
    String own = destination.toString();
    boolean labelled = counters.containsKey(own) || counters.size() < MAX_LABELLED;
    return counters.computeIfAbsent(labelled ? own : OTHERS, Counters::new);
  }

  /** The counters of one destination, or of all destinations without an own label. */
  final class Counters {

    private final String label;
    private final LongAdder delivered;
    private final LongAdder settled;
    private final Map<String, LongAdder> rare = new ConcurrentHashMap<>();

    private Counters(String label) {
      this.label = label;
      this.delivered = attempts("delivered");
      this.settled = deliveries(FinalStatus.DELIVERED);
    }

    private LongAdder attempts(String outcome) {
      return register("postrider.attempts", "Attempts by outcome", "outcome", outcome);
    }

    private LongAdder deliveries(FinalStatus status) {
      return register(
          "postrider.deliveries", "Deliveries by final status", "fate", status.wireName());
    }

    private LongAdder register(String name, String description, String tag, String value) {
      LongAdder adder = new LongAdder();
      FunctionCounter.builder(name, adder, LongAdder::doubleValue)
          .description(description)
          .tag("destination", label)
          .tag(tag, value)
          .register(registry);
      return adder;
    }

    void attempted(Outcome outcome, long nanos) {
      attempts.increment();
      attemptNanos.add(nanos);
      if (outcome instanceof Outcome.Failure failure) {
        String reason = failure.reason().wireName();
        rare.computeIfAbsent(reason, this::attempts).increment();
      } else {
        delivered.increment();
      }
    }

    void done(FinalStatus status) {
      if (status == FinalStatus.DELIVERED) {
        settled.increment();
      } else {
        ended(status).increment();
      }
    }

    private LongAdder ended(FinalStatus status) {
      return rare.computeIfAbsent("fate " + status.wireName(), key -> deliveries(status));
    }

    /** Counts messages that were cancelled before their first attempt. */
    void cancelled(long messages) {
      ended(FinalStatus.CANCELLED).add(messages);
    }

    /**
     * Counts offsets that the log deleted before they were read; some were not for the destination.
     */
    void lost(long offsets) {
      rare.computeIfAbsent(
              "lost",
              key ->
                  register(
                      "postrider.lost.offsets",
                      "Offsets that the log deleted unread",
                      "reason",
                      "expired"))
          .add(offsets);
    }
  }
}
