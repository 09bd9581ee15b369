package io.postrider.server.tracing;

import io.opentelemetry.api.trace.SpanContext;
import io.postrider.message.TraceContext;
import java.util.HexFormat;

/** Spans of the library as the contexts that records and headers hold. Pure. */
final class SpanContexts {

  private SpanContexts() {}

  static TraceContext of(SpanContext span) {
    String trace = span.getTraceId();
    return new TraceContext(
        HexFormat.fromHexDigitsToLong(trace, 0, 16),
        HexFormat.fromHexDigitsToLong(trace, 16, 32),
        HexFormat.fromHexDigitsToLong(span.getSpanId()));
  }
}
