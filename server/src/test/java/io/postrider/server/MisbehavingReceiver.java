package io.postrider.server;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/**
 * Receivers of every kind behind one port: quick ones, silent ones, and ones that fail at length.
 */
final class MisbehavingReceiver implements AutoCloseable {

  private static final int KINDS = 4;
  private static final Buffer LONG = Buffer.buffer("x".repeat(100_000));

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;

  private MisbehavingReceiver() {
    this.server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.endHandler(end -> answer(request)))
            .listen(0, "127.0.0.1")
            .await();
  }

  static MisbehavingReceiver open() {
    return new MisbehavingReceiver();
  }

  /** The URL of a destination's receiver; the number decides how it behaves. */
  String url(int number) {
    return "http://127.0.0.1:" + server.actualPort() + "/" + number % KINDS + "/" + number;
  }

  private static void answer(HttpServerRequest request) {
    switch (request.path().charAt(1)) {
      case '0' -> request.response().end();
      case '1' -> {
        // no response
      }
      case '2' -> request.response().setStatusCode(500).end(LONG);
      default -> request.response().end(LONG);
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
