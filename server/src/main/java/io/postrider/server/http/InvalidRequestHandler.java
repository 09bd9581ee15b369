package io.postrider.server.http;

import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Problems;
import io.postrider.server.http.admin.ResponseWriter;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Answers a request that is not valid HTTP, and closes its connection. */
public final class InvalidRequestHandler {

  private InvalidRequestHandler() {}

  /** The body of a request ends early: the peer closed, or its chunks are malformed. */
  public static void broken(HttpServerRequest request, Throwable failure) {
    HttpServerResponse response = request.response();
    if (!(failure instanceof HttpClosedException)
        && !response.headWritten()
        && !response.closed()) {
      answer(request, InvalidRequest.MALFORMED);
    }
  }

  /** Answers a request that the decoder refused. */
  static void answer(HttpServerRequest request) {
    answer(
        request,
        InvalidRequest.of(
            request.decoderResult() == null ? null : request.decoderResult().cause()));
  }

  static void answer(HttpServerRequest request, InvalidRequest why) {
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    send(request, why).onComplete(sent -> request.connection().close());
  }

  /** The tracking API has its own error format; requests without a known path get it too. */
  private static Future<Void> send(HttpServerRequest request, InvalidRequest why) {
    String path = request.path();
    boolean known =
        path != null && path.startsWith("/") && !path.equals(RequestDecoder.UNKNOWN_TARGET);
    if (!known || path.startsWith("/v1/")) {
      return sendTrackingError(request.response(), why);
    }
    return ResponseWriter.end(
        request, Problems.answer(ApiException.of(why.problem(), why.message())));
  }

  private static Future<Void> sendTrackingError(HttpServerResponse response, InvalidRequest why) {
    String message = why.message();
    response.setStatusCode(why.problem().status());
    response.putHeader("Content-Type", "application/json");
    return response.end(
        "{\"success\":false,\"code\":\"invalid_request\",\"message\":\""
            + message
            + "\",\"error\":\""
            + message
            + "\"}");
  }
}
