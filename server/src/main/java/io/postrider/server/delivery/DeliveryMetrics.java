package io.postrider.server.delivery;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.ops.LabelLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts deliveries for Prometheus. Safe to use from any thread.
 *
 * <p>The first {@value LabelLimit#MAX} destinations have their own label; the others share one, so
 * that the number of series is bounded. A deleted destination gives its label to the next new one.
 */
final class DeliveryMetrics {

  private static final String DELIVERIES = "Deliveries by final status";

  private final MeterRegistry registry;
  private final LabelLimit labels = new LabelLimit();
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
    RecentEnds ends = new RecentEnds(log);
    for (int i = 0; i < log.partitions(); i++) {
      int partition = i;
      Gauge.builder("postrider.delivery.lag", () -> lag(loops, ends, partition))
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

  private static long lag(List<DeliveryLoop> loops, RecentEnds ends, int partition) {
    long read = Long.MAX_VALUE;
    for (DeliveryLoop loop : loops) {
      LivePartition live = loop.partition(partition);
      if (live == null) {
        return 0; // another node delivers it
      }
      read = Math.min(read, live.position());
    }
    return Math.max(0, ends.get(partition) - read);
  }

  synchronized Counters of(DestinationId destination) {
    return counters.computeIfAbsent(labels.of(destination), Counters::new);
  }

  /** Removes the series of a deleted destination. */
  synchronized void forget(DestinationId destination) {
    String own = destination.toString();
    Counters removed = counters.remove(own);
    if (removed != null) {
      removed.remove();
      labels.release(own);
    }
  }

  /** The ends of the log, asked for once for the gauges of all partitions. Thread-safe. */
  private static final class RecentEnds {

    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RecordLog log;
    private List<Long> ends = List.of();
    private long askedAtNanos;

    private RecentEnds(RecordLog log) {
      this.log = log;
    }

    private synchronized long get(int partition) {
      if (ends.isEmpty() || System.nanoTime() - askedAtNanos > KEPT_NANOS) {
        ends = log.endOffsets();
        askedAtNanos = System.nanoTime();
      }
      return ends.get(partition);
    }
  }

  /** The counters of one destination, or of all destinations without an own label. */
  final class Counters {

    private final String label;
    private final LongAdder delivered;
    private final LongAdder settled;
    private final LongAdder lost;
    private final List<Meter> meters = new ArrayList<>();

    /** The registry refers to them weakly. */
    private final List<LongSupplier> counts = new ArrayList<>();

    private boolean removed;
    private final Map<String, LongAdder> rare = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> filtered = new ConcurrentHashMap<>();

    private Counters(String label) {
      this.label = label;
      this.delivered = attempts("delivered");
      this.settled = deliveries(FinalStatus.DELIVERED);
      this.lost = new LongAdder();
      register(
          "postrider.lost.offsets", "Offsets that the log deleted unread", Tags.empty(), lost::sum);
      register(
          "postrider.deliveries",
          DELIVERIES,
          Tags.of("fate", FinalStatus.FILTERED.wireName()),
          () -> filtered.values().stream().mapToLong(LongAdder::sum).sum());
    }

    /** The destination's ID, or the label that the others share. */
    String label() {
      return label;
    }

    private LongAdder attempts(String outcome) {
      return adder("postrider.attempts", "Attempts by outcome", "outcome", outcome);
    }

    private LongAdder deliveries(FinalStatus status) {
      return adder("postrider.deliveries", DELIVERIES, "fate", status.wireName());
    }

    private LongAdder adder(String name, String description, String tag, String value) {
      LongAdder adder = new LongAdder();
      register(name, description, Tags.of(tag, value), adder::sum);
      return adder;
    }

    private synchronized void register(
        String name, String description, Tags tags, LongSupplier count) {
      if (!removed) {
        counts.add(count);
        meters.add(
            FunctionCounter.builder(name, count, LongSupplier::getAsLong)
                .description(description)
                .tags(tags.and("destination", label))
                .register(registry));
      }
    }

    private synchronized void remove() {
      removed = true;
      meters.forEach(registry::remove);
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

    /** Counts an ended delivery, except a filtered one, which has a reason. */
    void done(FinalStatus status) {
      if (status == FinalStatus.DELIVERED) {
        settled.increment();
      } else if (status != FinalStatus.FILTERED) {
        ended(status).increment();
      }
    }

    /** Counts a message that was for the destination and was not sent, by why. */
    void filtered(String reason) {
      LongAdder adder = filtered.get(reason);
      if (adder == null) {
        adder = filtered.computeIfAbsent(reason, this::filteredFor);
      }
      adder.increment();
    }

    private LongAdder filteredFor(String reason) {
      return adder(
          "postrider.filtered.messages", "Messages that were not sent, by why", "reason", reason);
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
      lost.add(offsets);
    }
  }
}
