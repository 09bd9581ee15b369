package io.postrider.server.ingest;

import io.postrider.server.http.ConnectionActivity;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.InstantSource;

/**
 * One request of the tracking API and its answer, which is written once.
 *
 * <p>Scripts of any origin may read it. Every answer says so, asked by a browser or not: so it is
 * the same for all, and a cache between cannot give a browser one that it may not read.
 *
 * <p>Belongs to the request's event loop.
 */
final class TrackingExchange {

  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence EXPOSE_HEADERS =
      HttpHeaders.createOptimized("Access-Control-Expose-Headers");
  private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");
  private static final CharSequence ANY_ORIGIN = HttpHeaders.createOptimized("*");

  private final HttpServerRequest request;
  private final ConnectionActivity visit;
  private final InstantSource time;

  TrackingExchange(HttpServerRequest request, ConnectionActivity visit, InstantSource time) {
    this.request = request;
    this.visit = visit;
    this.time = time;
  }

  HttpServerRequest request() {
    return request;
  }

  ConnectionActivity visit() {
    return visit;
  }

  /** Says when the client should try again; to be called before {@link #answer}. */
  void retryAfter(int seconds) {
    request
        .response()
        .putHeader(RETRY_AFTER, Integer.toString(seconds))
        .putHeader(EXPOSE_HEADERS, RETRY_AFTER);
  }

  /** Answers with JSON. A client that has gone away meanwhile hears nothing. */
  void answer(int status, Buffer json) {
    visit.answered(time.millis());
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      return;
    }
    response.setStatusCode(status);
    response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
    response.end(json);
  }

  /** Answers a browser that asks first whether it may. */
  void answerPreflight() {
    visit.answered(time.millis());
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
