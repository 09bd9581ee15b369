package io.postrider.server.ingest;

import io.postrider.message.TraceContext;
import io.postrider.server.http.ConnectionActivity;
import io.postrider.server.tracing.CallSpan;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * One request of the tracking API and its response, which is written once.
 *
 * <p>Every response allows any origin (CORS), whether a browser asks or not, so that a shared cache
 * never serves a browser a response without the header.
 *
 * <p>Belongs to the request's event loop.
 */
final class TrackingExchange {

  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence EXPOSE_HEADERS =
      HttpHeaders.createOptimized("Access-Control-Expose-Headers");
  private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");
  private static final CharSequence ANY_ORIGIN = HttpHeaders.createOptimized("*");

  /** The status of a request whose handling fails. */
  private static final int FAILED = 503;

  private final HttpServerRequest request;
  private final ConnectionActivity activity;
  private final long beganNanos;
  private HeaderKey headerKey = HeaderKey.NONE;
  private byte @Nullable [] body;
  private int bodyBytes;
  private @Nullable CallSpan span;

  /**
   * @param beganNanos when it began, by the clock of spans; 0 if calls are not traced
   */
  TrackingExchange(HttpServerRequest request, ConnectionActivity activity, long beganNanos) {
    this.request = request;
    this.activity = activity;
    this.beganNanos = beganNanos;
  }

  HttpServerRequest request() {
    return request;
  }

  ConnectionActivity activity() {
    return activity;
  }

  long beganNanos() {
    return beganNanos;
  }

  /** Sets the span that the response ends; null if the call is not traced. */
  void span(@Nullable CallSpan begun) {
    span = begun;
  }

  /** The span that the records of the call name; null if it is not traced. */
  @Nullable TraceContext trace() {
    return span == null ? null : span.context();
  }

  /** The write key in the head of the request. */
  HeaderKey headerKey() {
    return headerKey;
  }

  void headerKey(HeaderKey key) {
    headerKey = key;
  }

  /** The body while it is read, decompressed; null before and after. */
  byte @Nullable [] body() {
    return body;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  /** Tells the body, or null when its array is about to be used for another. */
  void body(byte @Nullable [] bytes, int lengthBytes) {
    body = bytes;
    bodyBytes = lengthBytes;
  }

  /** Sets Retry-After; must be called before {@link #answer}. */
  void retryAfter(int seconds) {
    if (request.response().headWritten()) {
      return; // answered late
    }
    request
        .response()
        .putHeader(RETRY_AFTER, Integer.toString(seconds))
        .putHeader(EXPOSE_HEADERS, RETRY_AFTER);
  }

  /** Answers with JSON, unless the client has disconnected. */
  void answer(int status, Buffer json) {
    activity.answered();
    HttpServerResponse response = request.response();
    if (span != null) {
      span.answered(response.ended() ? response.getStatusCode() : status);
    }
    if (response.closed() || response.ended()) {
      return;
    }
    response.setStatusCode(status);
    response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
    response.end(json);
  }

  /** Answers after an unexpected exception, unless that is done. */
  void fail(Throwable failure) {
    activity.fail(failure);
    if (span != null) {
      span.answered(FAILED);
    }
  }

  void answerPreflight() {
    activity.answered();
    request
        .response()
        .setStatusCode(204)
        .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN)
        .putHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
        .putHeader("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Retry-Count")
        .putHeader(EXPOSE_HEADERS, RETRY_AFTER)
        .putHeader("Access-Control-Max-Age", "86400")
        .end();
  }
}
