package io.postrider.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** The expectation {@code 100-continue} of a request; any other is refused before. */
public final class Expectation {

  private Expectation() {}

  /** Tells a client that asks for it to send the body. */
  public static void proceed(HttpServerRequest request) {
    if (request.headers().contains(HttpHeaders.EXPECT)
        && request.version() == HttpVersion.HTTP_1_1
        && !request.response().headWritten()) {
      var _ = request.response().writeContinue();
    }
  }
}
