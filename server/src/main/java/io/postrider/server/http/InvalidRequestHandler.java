package io.postrider.server.http;

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
    String message = why.message();
    HttpServerResponse response = request.response();
    response.setStatusCode(why.status());
    response.putHeader("Content-Type", "application/json");
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    response
        .end(
            "{\"success\":false,\"code\":\"invalid_request\",\"message\":\""
                + message
                + "\",\"error\":\""
                + message
                + "\"}")
        .onComplete(sent -> request.connection().close());
  }
}
