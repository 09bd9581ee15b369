package io.postrider.bench.baseline;

import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.ExecutionException;

/**
 * The baseline: the product's HTTP server with the same responses, but without storing anything.
 *
 * <p>{@code /nothing} reads and drops the body; {@code /jackson} parses it once with Jackson. The
 * argument is the port.
 */
public final class BaselineServer {
  private BaselineServer() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    int port = Integer.parseInt(args[0]);
    ServerSetup.listen(ServerSetup.vertx(), port, BaselineServer::serve)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private static void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/nothing" -> Work.nothing(request);
      case "/jackson" -> Work.jackson(request);
      case "/health/ready" -> request.response().end();
      default -> request.response().setStatusCode(404).end();
    }
  }
}
