package io.postrider.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Answers a request that is not valid HTTP, and closes its connection. */
public final class InvalidRequestHandler {

  private InvalidRequestHandler() {}

  /** The body of a request ends early: the peer closed, or its chunks are malformed. */
  public static void broken(HttpServerRequest request, Throwable failure) {
    HttpServerResponse response = request.response();
    if (!(failure instanceof HttpClosedException) && !response.ended() && !response.closed()) {
      answer(request);
    }
  }

  static void answer(HttpServerRequest request) {
    Throwable cause = request.decoderResult() == null ? null : request.decoderResult().cause();
    int status =
        switch (cause) {
          case TooLongHttpLineException tooLong -> 414;
          case TooLongHttpHeaderException tooLong -> 431;
          case null, default -> 400;
        };
    String message =
        switch (status) {
          case 414 -> "The request line is too long.";
          case 431 -> "The request's headers are too large.";
          default -> "The request is not valid HTTP.";
        };
    HttpServerResponse response = request.response();
    response.setStatusCode(status);
    response.putHeader("Content-Type", "application/json");
    response.putHeader("Connection", "close");
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
