package io.postrider.server.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.TraceContext;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Begins the spans of traced calls and of the attempts that follow from them. A node without an
 * endpoint has none, and loads no class of OpenTelemetry.
 *
 * <p>Any thread may call it; only {@link #close} blocks.
 */
public final class Tracing implements AutoCloseable {

  /** How long an export may take, its retries included. */
  private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(10);

  /** How long spans may take to leave when the program stops. */
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
  private static final AttributeKey<String> HOST = AttributeKey.stringKey("server.address");
  private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
  private static final AttributeKey<Long> RESENDS =
      AttributeKey.longKey("http.request.resend_count");
  private static final AttributeKey<String> SOURCE = AttributeKey.stringKey("postrider.source.id");
  private static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("postrider.destination.id");
  private static final AttributeKey<Long> NUMBER = AttributeKey.longKey("postrider.attempt.number");

  /** Lines of the library would repeat what {@link SpanExport} reports. A field keeps it silent. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  private final int samplePercent;
  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final Clock clock = Clock.getDefault();

  private Tracing(int samplePercent, SpanExporter exporter, MeterRegistry registry) {
    LIBRARY.setLevel(Level.OFF);
    this.samplePercent = samplePercent;
    this.provider =
        SdkTracerProvider.builder()
            .setSampler(Sampler.alwaysOn())
            .setResource(
                Resource.getDefault().merge(Resource.create(Attributes.of(SERVICE, "postrider"))))
            .addSpanProcessor(SpanQueue.of(exporter, registry))
            .build();
    this.tracer = provider.get("io.postrider");
  }

  /**
   * Starts to trace.
   *
   * @param url of a collector, with its path
   * @param samplePercent how many calls are traced of those that belong to no sampled trace
   */
  public static Tracing open(String url, int samplePercent, MeterRegistry registry) {
    return new Tracing(samplePercent, otlp(url), registry);
  }

  /** Traces as {@link #open} does, to another exporter. */
  static Tracing to(SpanExporter exporter, int samplePercent, MeterRegistry registry) {
    return new Tracing(samplePercent, exporter, registry);
  }

  private static SpanExporter otlp(String url) {
    return OtlpHttpSpanExporter.builder()
        .setEndpoint(url)
        .setCompression("gzip")
        .setTimeout(EXPORT_TIMEOUT)
        .build();
  }

  /** The time of spans, in nanoseconds since 1970. */
  public long nowNanos() {
    return clock.now();
  }

  /**
   * Begins the span of a call, if it is traced: as part of the sampled trace that its header names,
   * or as a trace of its own if it is chosen.
   *
   * @param traceparent the header of the call; null without one
   * @param route the path without variants, such as {@code /v1/track}
   * @param beganNanos when the call began, by {@link #nowNanos}
   */
  public @Nullable CallSpan call(
      @Nullable String traceparent,
      String route,
      String path,
      String scheme,
      SourceId source,
      long beganNanos) {
    TraceContext caller = TraceContext.parse(traceparent);
    if (caller == null && !isChosen()) {
      return null;
    }
    SpanBuilder span =
        tracer
            .spanBuilder("POST " + route)
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(beganNanos, TimeUnit.NANOSECONDS)
            .setAttribute(METHOD, "POST")
            .setAttribute(ROUTE, route)
            .setAttribute(PATH, path)
            .setAttribute(SCHEME, scheme)
            .setAttribute(SOURCE, source.toString());
    Span begun = (caller == null ? span.setNoParent() : span.setParent(within(caller))).startSpan();
    return new CallSpan(begun);
  }

  private boolean isChosen() {
    return samplePercent > 0 && ThreadLocalRandom.current().nextInt(100) < samplePercent;
  }

  /**
   * Begins the span of an attempt.
   *
   * @param call the span of the call that brought the message
   * @param failed the span of the failed attempt that this one repeats; null if it is not known
   * @param number 1 for the first attempt
   */
  public AttemptSpan attempt(
      TraceContext call,
      @Nullable TraceContext failed,
      DestinationId destination,
      String host,
      int port,
      int number) {
    SpanBuilder span =
        tracer
            .spanBuilder("POST")
            .setSpanKind(SpanKind.CLIENT)
            .setParent(within(call))
            .setAttribute(METHOD, "POST")
            .setAttribute(HOST, host)
            .setAttribute(PORT, port)
            .setAttribute(DESTINATION, destination.toString())
            .setAttribute(NUMBER, number);
    if (number > 1) {
      span.setAttribute(RESENDS, number - 1);
    }
    if (failed != null) {
      span.addLink(remote(failed));
    }
    return new AttemptSpan(span.startSpan());
  }

  private static Context within(TraceContext parent) {
    return Context.root().with(Span.wrap(remote(parent)));
  }

  private static SpanContext remote(TraceContext context) {
    return SpanContext.createFromRemoteParent(
        context.traceId(), context.spanId(), TraceFlags.getSampled(), TraceState.getDefault());
  }

  /** Exports what waits, for a short time, and stops. */
  @Override
  public void close() {
    provider.shutdown().join(CLOSE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
