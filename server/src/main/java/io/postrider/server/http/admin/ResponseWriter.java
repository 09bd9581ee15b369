package io.postrider.server.http.admin;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;

/** Sends responses with the headers that every response of the admin API has. */
public final class ResponseWriter {

  /** How long a client may continue to send a body that is ignored. */
  private static final Duration DRAIN = Duration.ofSeconds(2);

  private static final Map<String, String> ALWAYS =
      Map.of(
          "Cache-Control", "no-store",
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Referrer-Policy", "no-referrer");

  private ResponseWriter() {}

  /** Sends a response; runs on the request's event loop. */
  public static void send(Vertx vertx, HttpServerRequest request, ApiResponse answer) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (!request.isEnded()) {
      drain(vertx, request);
    }
    var _ = end(request, answer);
  }

  /** Sends a response whatever is left of the request's body. */
  public static Future<Void> end(HttpServerRequest request, ApiResponse answer) {
    HttpServerResponse response = request.response();
    head(response, answer.status(), answer.headers());
    if (answer.body().length > 0) {
      response.putHeader("Content-Length", Integer.toString(answer.body().length));
    }
    return request.method().equals(HttpMethod.HEAD) || answer.body().length == 0
        ? response.end()
        : response.end(Buffer.buffer(answer.body()));
  }

  /** Sets the status and the headers. */
  static void head(HttpServerResponse response, int status, Map<String, String> headers) {
    response.setStatusCode(status);
    ALWAYS.forEach(response::putHeader);
    headers.forEach(response::putHeader);
  }

  /** Discards the rest of the body so that the client reads the response, then closes. */
  private static void drain(Vertx vertx, HttpServerRequest request) {
    long timer = vertx.setTimer(DRAIN.toMillis(), id -> request.connection().close());
    request.handler(chunk -> {});
    request.exceptionHandler(failure -> vertx.cancelTimer(timer));
    request.endHandler(end -> vertx.cancelTimer(timer));
  }
}
