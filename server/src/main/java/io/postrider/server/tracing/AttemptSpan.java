package io.postrider.server.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.message.TraceContext;

/** The span of one attempt. Belongs to the loop of its destination. */
public final class AttemptSpan {

  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("postrider.outcome");

  private final Span span;
  private final TraceContext context;

  AttemptSpan(Span span) {
    this.span = span;
    this.context = SpanContexts.of(span.getSpanContext());
  }

  /** What the request passes on. */
  public TraceContext context() {
    return context;
  }

  /**
   * Ends the span.
   *
   * @param status of the response; 0 without one
   */
  public void ended(Outcome outcome, int status) {
    if (status > 0) {
      span.setAttribute(CallSpan.STATUS, status);
    }
    switch (outcome) {
      case Outcome.Delivered _ -> span.setAttribute(OUTCOME, "delivered");
      case Outcome.Failure failure -> {
        String reason = failure.reason().wireName();
        span.setAttribute(OUTCOME, reason);
        boolean answered = failure.reason() == FailureReason.HTTP_STATUS;
        span.setAttribute(CallSpan.ERROR, answered ? Integer.toString(status) : reason);
        span.setStatus(StatusCode.ERROR, failure.detail());
      }
    }
    span.end();
  }
}
