package io.postrider.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.TraceContext;
import io.postrider.server.tracing.FakeCollector.Exported;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Spans, and their way to a collector. */
class TracingTest {

  private static final TraceContext CALLER = new TraceContext(0xabc, 0xdef, 0x123);
  private static final SourceId SOURCE = new SourceId(7);
  private static final DestinationId DESTINATION = new DestinationId(9);

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  private Tracing open(FakeCollector collector, int percent) {
    return Tracing.open(collector.url() + "/v1/traces", percent, metrics);
  }

  private static @Nullable CallSpan call(Tracing tracing, @Nullable String traceparent) {
    return tracing.call(
        traceparent, "/v1/track", "/v1/t/", "http", SOURCE, tracing.nowNanos() - 1_000_000);
  }

  private static CallSpan traced(Tracing tracing, @Nullable String traceparent) {
    return Objects.requireNonNull(call(tracing, traceparent));
  }

  private double dropped(String reason) {
    return metrics.get("postrider.spans.dropped").tag("reason", reason).counter().count();
  }

  @Test
  void call_continuesTheTraceOfItsHeader_andAttemptsFollow() {
    try (FakeCollector collector = FakeCollector.open()) {
      try (Tracing tracing = open(collector, 0)) {
        CallSpan call = traced(tracing, CALLER.traceparent());
        call.answered(200);
        AttemptSpan failed =
            tracing.attempt(call.context(), null, DESTINATION, "hooks.example.com", 443, 1);
        failed.ended(new Outcome.Deferred(503, null), 503);
        AttemptSpan retry =
            tracing.attempt(
                call.context(), failed.context(), DESTINATION, "hooks.example.com", 443, 2);
        retry.ended(new Outcome.Delivered(204), 204);
        assertThat(retry.context().traceId()).isEqualTo(CALLER.traceId());
        assertThat(retry.context().spanId()).isNotEqualTo(failed.context().spanId());
      }
      List<Exported> spans = collector.spans();
      assertThat(spans).hasSize(3);
      Exported call = spans.get(0);
      assertThat(call.trace()).isEqualTo(CALLER.traceId());
      assertThat(call.parent()).isEqualTo(CALLER.spanId());
      assertThat(call.name()).isEqualTo("POST /v1/track");
      assertThat(call.kind()).isEqualTo(2);
      assertThat(call.status()).isZero();
      assertThat(call.attributes())
          .isEqualTo(
              Map.of(
                  "http.request.method", "POST",
                  "http.route", "/v1/track",
                  "url.path", "/v1/t/",
                  "url.scheme", "http",
                  "http.response.status_code", "200",
                  "postrider.source.id", SOURCE.toString()));
      Exported failed = spans.get(1);
      assertThat(failed.parent()).isEqualTo(call.id());
      assertThat(failed.kind()).isEqualTo(3);
      assertThat(failed.links()).isEmpty();
      assertThat(failed.status()).isEqualTo(2);
      assertThat(failed.attributes())
          .isEqualTo(
              Map.of(
                  "http.request.method", "POST",
                  "server.address", "hooks.example.com",
                  "server.port", "443",
                  "http.response.status_code", "503",
                  "error.type", "503",
                  "postrider.outcome", "http_status",
                  "postrider.attempt.number", "1",
                  "postrider.destination.id", DESTINATION.toString()));
      Exported retry = spans.get(2);
      assertThat(retry.parent()).isEqualTo(call.id());
      assertThat(retry.links()).containsExactly(failed.id());
      assertThat(retry.status()).isZero();
      assertThat(retry.attributes())
          .containsEntry("postrider.outcome", "delivered")
          .containsEntry("http.request.resend_count", "1")
          .containsEntry("postrider.attempt.number", "2");
      assertThat(collector.resources())
          .allSatisfy(one -> assertThat(one).containsEntry("service.name", "postrider"));
      assertThat(metrics.get("postrider.spans.exported").counter().count()).isEqualTo(3);
    }
  }

  @Test
  void failureWithoutAResponse_namesItsReason() {
    try (FakeCollector collector = FakeCollector.open()) {
      try (Tracing tracing = open(collector, 0)) {
        tracing
            .attempt(CALLER, null, DESTINATION, "h", 80, 1)
            .ended(new Outcome.Unreachable(FailureReason.DNS, "No address."), 0);
        traced(tracing, CALLER.traceparent()).answered(503);
      }
      assertThat(collector.spans().get(0).attributes())
          .containsEntry("error.type", "dns")
          .containsEntry("postrider.outcome", "dns")
          .doesNotContainKey("http.response.status_code");
      assertThat(collector.spans().get(1).status()).isEqualTo(2);
    }
  }

  @Test
  void percentage_choosesCallsWithoutASampledTrace() {
    String unsampled = CALLER.traceparent().replaceFirst("-01$", "-00");
    try (FakeCollector collector = FakeCollector.open();
        Tracing none = open(collector, 0);
        Tracing some = open(collector, 50);
        Tracing all = open(collector, 100)) {
      assertThat(call(none, null)).isNull();
      assertThat(call(none, unsampled)).isNull();
      assertThat(call(none, "nonsense")).isNull();
      assertThat(call(none, CALLER.traceparent())).isNotNull();
      assertThat(traced(all, unsampled).context().traceId()).isNotEqualTo(CALLER.traceId());
      assertThat(traced(all, null).context()).isNotEqualTo(traced(all, null).context());
      int chosen = 0;
      for (int i = 0; i < 10_000; i++) {
        chosen += call(some, null) == null ? 0 : 1;
      }
      assertThat(chosen).isBetween(4_500, 5_500);
    }
  }

  @Test
  void fullQueue_dropsAndCounts() throws Exception {
    CountDownLatch exporting = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (Tracing tracing = Tracing.to(new SlowExporter(exporting, release), 100, metrics)) {
      for (int i = 0; i < SpanQueue.BATCH; i++) {
        traced(tracing, null).answered(200);
      }
      exporting.await();
      for (int i = 0; i < SpanQueue.MAX_WAITING + 5; i++) {
        traced(tracing, null).answered(200);
      }
      assertThat(dropped("queue_full")).isEqualTo(5);
      release.countDown();
    }
    assertThat(metrics.get("postrider.spans.exported").counter().count())
        .isEqualTo(SpanQueue.BATCH + SpanQueue.MAX_WAITING);
  }

  private static ListAppender<ILoggingEvent> lines(Logger logger) {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.list = new CopyOnWriteArrayList<>();
    lines.start();
    logger.addAppender(lines);
    return lines;
  }

  @Test
  void unreachableCollector_isNamedAsSuch() {
    Logger logger = (Logger) LoggerFactory.getLogger(SpanExport.class);
    ListAppender<ILoggingEvent> lines = lines(logger);
    try {
      for (ConnectException failure :
          List.of(new ConnectException(), new ConnectException("Connection refused"))) {
        SpanExporter unreachable = new FailingExporter(new UncheckedIOException(failure));
        new SpanExport(unreachable, _ -> {}, metrics).export(List.of());
      }
      assertThat(lines.list)
          .extracting(line -> line.getKeyValuePairs().getFirst().value)
          .containsExactly("Cannot connect.", "Cannot connect: Connection refused.");
    } finally {
      logger.detachAppender(lines);
    }
  }

  @Test
  void outage_isOneLine_andSoIsItsEnd() {
    Logger logger = (Logger) LoggerFactory.getLogger(SpanExport.class);
    ListAppender<ILoggingEvent> lines = lines(logger);
    try (FakeCollector collector = FakeCollector.open();
        Tracing tracing = open(collector, 100)) {
      collector.answer(400);
      for (int outage = 1; outage <= 3; outage++) {
        double before = outage - 1;
        traced(tracing, null).answered(200);
        await().until(() -> dropped("export") > before);
      }
      collector.answer(200);
      traced(tracing, null).answered(200);
      await().until(() -> !collector.spans().isEmpty());
      await()
          .untilAsserted(
              () ->
                  assertThat(lines.list)
                      .extracting(ILoggingEvent::getMessage)
                      .containsExactly(
                          "Cannot export spans to tracing.endpoint; dropping them.",
                          "Spans are exported again."));
      assertThat(lines.list.getFirst().getKeyValuePairs().toString()).contains("400");
      assertThat(dropped("export")).isEqualTo(3);
    } finally {
      logger.detachAppender(lines);
    }
  }

  /** Fails always. */
  private record FailingExporter(Exception failure) implements SpanExporter {

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return CompletableResultCode.ofExceptionalFailure(failure);
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  /** Takes spans once it is released. */
  private record SlowExporter(CountDownLatch exporting, CountDownLatch release)
      implements SpanExporter {

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      exporting.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
