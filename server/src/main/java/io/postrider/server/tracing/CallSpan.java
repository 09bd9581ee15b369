package io.postrider.server.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.postrider.message.TraceContext;

/** The span of a traced call of the tracking API. Belongs to the call's event loop. */
public final class CallSpan {

  static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private final Span span;
  private final TraceContext context;

  CallSpan(Span span) {
    this.span = span;
    this.context = SpanContexts.of(span.getSpanContext());
  }

  /** What records of the call's messages hold. */
  public TraceContext context() {
    return context;
  }

  /** Ends the span with the status of the response; a later end has no effect. */
  public void answered(int status) {
    span.setAttribute(STATUS, status);
    if (status >= 500) {
      span.setAttribute(ERROR, Integer.toString(status));
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
