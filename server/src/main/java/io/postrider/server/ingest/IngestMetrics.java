package io.postrider.server.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.server.ingest.dedupe.Deduplication;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what is taken in and what is turned away, by source. Safe to call from any thread. */
public final class IngestMetrics {

  /** The counter of messages that are durable, by source. */
  public static final String ACCEPTED = "postrider.accepted.messages";

  /** The counter of what was turned away, by source and reason. */
  public static final String REJECTED = "postrider.rejected.messages";

  private static final String NO_SOURCE = "";

  private final MeterRegistry registry;
  private final LongAdder bytes = new LongAdder();
  private final LongAdder duplicates = new LongAdder();
  private final Map<SourceId, LongAdder> accepted = new ConcurrentHashMap<>();
  private final Map<SourceId, Counter> suppressed = new ConcurrentHashMap<>();
  private final Map<Refusal, Counter> rejected = new ConcurrentHashMap<>();

  private record Refusal(@Nullable SourceId source, ErrorCode code) {}

  public IngestMetrics(MeterRegistry registry, Deduplication deduplication) {
    this.registry = registry;
    FunctionCounter.builder("postrider.received.bytes", bytes, LongAdder::doubleValue)
        .description("Bytes of request bodies, unpacked")
        .register(registry);
    FunctionCounter.builder("postrider.dedupe.hits", duplicates, LongAdder::doubleValue)
        .description("Messages that were known already and not kept again")
        .register(registry);
    Gauge.builder("postrider.dedupe.window.seconds", deduplication, IngestMetrics::coverage)
        .description("How far back message ids are remembered now")
        .register(registry);
    Gauge.builder("postrider.dedupe.entries", deduplication, Deduplication::entries)
        .description("Message ids that are remembered")
        .register(registry);
    Gauge.builder("postrider.dedupe.memory.bytes", deduplication, Deduplication::sizeBytes)
        .description("Memory that remembered message ids take")
        .register(registry);
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

  /** One message that was answered as if it were kept, and is not. */
  void suppressed(SourceId source) {
    suppressed.computeIfAbsent(source, this::suppressedCounter).increment();
  }

  /** One message, or one request of which no message is known. */
  void rejected(@Nullable SourceId source, ErrorCode code) {
    rejected.computeIfAbsent(new Refusal(source, code), this::rejectedCounter).increment();
  }

  private LongAdder acceptedCounter(SourceId source) {
    LongAdder adder = new LongAdder();
    FunctionCounter.builder(ACCEPTED, adder, LongAdder::doubleValue)
        .description("Messages that are durable")
        .tag("source", source.toString())
        .register(registry);
    return adder;
  }

  private Counter suppressedCounter(SourceId source) {
    return Counter.builder("postrider.suppressed.messages")
        .description("Messages of suppressed users, answered 200 and not kept")
        .tag("source", source.toString())
        .register(registry);
  }

  private Counter rejectedCounter(Refusal refusal) {
    SourceId source = refusal.source();
    return Counter.builder(REJECTED)
        .description("Messages, or whole requests, that were not accepted")
        .tag("source", source == null ? NO_SOURCE : source.toString())
        .tag("code", refusal.code().wireName())
        .register(registry);
  }

  private static double coverage(Deduplication deduplication) {
    return deduplication.coverage().toMillis() / 1_000.0;
  }
}
