package io.postrider.server.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.Collection;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exporter that counts what it exports and what it loses, and logs one line when exports begin
 * to fail and one when they succeed again. One batch is exported at a time.
 */
final class SpanExport implements SpanExporter {

  private static final Logger LOG = LoggerFactory.getLogger(SpanExport.class);

  private final SpanExporter exporter;
  private final IntConsumer left;
  private final Counter exported;
  private final Counter dropped;
  private final AtomicBoolean failing = new AtomicBoolean();

  /**
   * @param left gets the number of spans that leave the queue
   */
  SpanExport(SpanExporter exporter, IntConsumer left, MeterRegistry registry) {
    this.exporter = exporter;
    this.left = left;
    this.exported =
        Counter.builder("postrider.spans.exported")
            .description("Spans that the collector took")
            .register(registry);
    this.dropped = dropped(registry, "export");
  }

  /** Counts spans that are lost for a reason. */
  static Counter dropped(MeterRegistry registry, String reason) {
    return Counter.builder("postrider.spans.dropped")
        .description("Spans that were lost")
        .tag("reason", reason)
        .register(registry);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int count = spans.size();
    left.accept(count);
    CompletableResultCode result = exporter.export(spans);
    return result.whenComplete(() -> ended(result, count));
  }

  private void ended(CompletableResultCode result, int count) {
    if (result.isSuccess()) {
      exported.increment(count);
      if (failing.getAndSet(false)) {
        LOG.info("Spans are exported again.");
      }
      return;
    }
    dropped.increment(count);
    if (!failing.getAndSet(true)) {
      LOG.atWarn()
          .addKeyValue("reason", reason(result.getFailureThrowable()))
          .log("Cannot export spans to tracing.endpoint; dropping them.");
    }
  }

  private static String reason(@Nullable Throwable failure) {
    if (failure instanceof FailedExportException.HttpExportException http
        && http.getResponse() != null) {
      return "The collector answered " + http.getResponse().getStatusCode() + ".";
    }
    Throwable cause = failure;
    while (cause != null && isWrapper(cause) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ConnectException) {
      String message = cause.getMessage();
      return message == null ? "Cannot connect." : "Cannot connect: " + message + ".";
    }
    return String.valueOf(cause);
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof FailedExportException
        || failure instanceof CompletionException
        || failure instanceof UncheckedIOException;
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
