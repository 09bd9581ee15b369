package io.postrider.server.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The ended spans that wait for their export: a bounded number, in memory. Further ones are dropped
 * and counted, so that a slow collector costs nothing else. Any thread may end a span.
 */
final class SpanQueue implements SpanProcessor {

  /** About eight megabytes. */
  static final int MAX_WAITING = 8_192;

  static final int BATCH = 512;
  private static final Duration MAX_DELAY = Duration.ofSeconds(1);

  private final AtomicInteger waiting = new AtomicInteger();
  private final Counter dropped;
  private final SpanProcessor batches;

  private SpanQueue(SpanExporter exporter, MeterRegistry registry) {
    this.dropped = SpanExport.dropped(registry, "queue_full");
    this.batches =
        BatchSpanProcessor.builder(new SpanExport(exporter, this::left, registry))
            .setMaxQueueSize(MAX_WAITING)
            .setMaxExportBatchSize(BATCH)
            .setScheduleDelay(MAX_DELAY)
            .build();
  }

  static SpanQueue of(SpanExporter exporter, MeterRegistry registry) {
    return new SpanQueue(exporter, registry);
  }

  private void left(int spans) {
    waiting.addAndGet(-spans);
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {
    // a span waits from its end on
  }

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (waiting.incrementAndGet() > MAX_WAITING) {
      waiting.decrementAndGet();
      dropped.increment();
    } else {
      batches.onEnd(span);
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return batches.forceFlush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return batches.shutdown();
  }
}
