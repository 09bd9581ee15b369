package io.postrider.server.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ops.LabelLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts accepted and rejected messages by source. Safe to call from any thread.
 *
 * <p>The first {@value LabelLimit#MAX} sources have their own label; the others share one, so that
 * the number of series is bounded.
 */
public final class IngestMetrics {

  /** The counter of durable messages, by source. */
  public static final String ACCEPTED = "postrider.accepted.messages";

  /** The counter of rejections, by source and reason. */
  public static final String REJECTED = "postrider.rejected.messages";

  private static final String NO_SOURCE = "";

  private final MeterRegistry registry;
  private final LongAdder bytes = new LongAdder();
  private final LongAdder duplicates = new LongAdder();
  private final LabelLimit labels = new LabelLimit();
  private final Map<SourceId, LongAdder> accepted = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> acceptedByLabel = new ConcurrentHashMap<>();
  private final Map<SourceId, Counter> suppressed = new ConcurrentHashMap<>();
  private final Map<RejectionKey, Counter> rejected = new ConcurrentHashMap<>();

  private record RejectionKey(@Nullable SourceId source, ErrorCode code) {}

  IngestMetrics(MeterRegistry registry) {
    this.registry = registry;
    FunctionCounter.builder("postrider.received.bytes", bytes, LongAdder::doubleValue)
        .description("Bytes of request bodies after decompression")
        .register(registry);
    FunctionCounter.builder("postrider.dedupe.hits", duplicates, LongAdder::doubleValue)
        .description("Duplicate messages that were not stored again")
        .register(registry);
  }

  /** Registers the gauges of the deduplication window. */
  void watch(Deduplication deduplication) {
    Gauge.builder("postrider.dedupe.window.seconds", deduplication, IngestMetrics::coverage)
        .description("Current length of the deduplication window")
        .register(registry);
    Gauge.builder("postrider.dedupe.entries", deduplication, Deduplication::entries)
        .description("Message IDs in the deduplication window")
        .register(registry);
    Gauge.builder("postrider.dedupe.memory.bytes", deduplication, Deduplication::sizeBytes)
        .description("Memory of the deduplication window")
        .register(registry);
  }

  /** All messages accepted since the start of the process, of all sources. */
  public static long acceptedTotal(MeterRegistry registry) {
    return (long)
        registry.find(ACCEPTED).functionCounters().stream()
            .mapToDouble(FunctionCounter::count)
            .sum();
  }

  /** All rejections since the start of the process, of all sources. */
  public static long rejectedTotal(MeterRegistry registry) {
    return (long) registry.find(REJECTED).counters().stream().mapToDouble(Counter::count).sum();
  }

  void received(int bodyBytes) {
    bytes.add(bodyBytes);
  }

  void duplicate() {
    duplicates.increment();
  }

  void accepted(SourceId source, int messages) {
    LongAdder adder = accepted.get(source);
    if (adder == null) {
      adder = accepted.computeIfAbsent(source, this::acceptedCounter);
    }
    adder.add(messages);
  }

  /** One message of a suppressed user: answered 200 and not stored. */
  void suppressed(SourceId source) {
    suppressed.computeIfAbsent(source, this::suppressedCounter).increment();
  }

  /** One message, or one whole request. */
  void rejected(@Nullable SourceId source, ErrorCode code) {
    rejected.computeIfAbsent(new RejectionKey(source, code), this::rejectedCounter).increment();
  }

  private LongAdder acceptedCounter(SourceId source) {
    return acceptedByLabel.computeIfAbsent(labels.of(source), this::acceptedAdder);
  }

  private LongAdder acceptedAdder(String label) {
    LongAdder adder = new LongAdder();
    FunctionCounter.builder(ACCEPTED, adder, LongAdder::doubleValue)
        .description("Messages accepted and durable")
        .tag("source", label)
        .register(registry);
    return adder;
  }

  private Counter suppressedCounter(SourceId source) {
    return Counter.builder("postrider.suppressed.messages")
        .description("Messages of suppressed users, answered 200 and not stored")
        .tag("source", labels.of(source))
        .register(registry);
  }

  private Counter rejectedCounter(RejectionKey key) {
    SourceId source = key.source();
    return Counter.builder(REJECTED)
        .description("Rejected messages or whole requests")
        .tag("source", source == null ? NO_SOURCE : labels.of(source))
        .tag("code", key.code().wireName())
        .register(registry);
  }

  private static double coverage(Deduplication deduplication) {
    return deduplication.coverage().toMillis() / 1_000.0;
  }
}
