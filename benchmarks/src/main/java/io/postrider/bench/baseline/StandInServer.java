package io.postrider.bench.baseline;

import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * A stand-in for the product: the baseline's work behind the product's paths.
 *
 * <p>Its ratio to the baseline must be 1; the difference is the error of the measurement. The
 * argument is the port.
 */
public final class StandInServer {
  private final LongAdder accepted = new LongAdder();

  private StandInServer() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    int port = Integer.parseInt(args[0]);
    StandInServer server = new StandInServer();
    ServerSetup.listen(ServerSetup.vertx(), port, server::serve)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/v1/track" -> {
        accepted.increment();
        Work.nothing(request);
      }
      case "/v1/batch" ->
          request
              .body()
              .onSuccess(
                  body -> {
                    accepted.add(Work.messageIds(body));
                    Work.succeed(request);
                  });
      case "/api/sources" ->
          request.response().setStatusCode(201).end("{\"id\":\"s1\",\"writeKey\":\"standin\"}");
      case "/metrics" ->
          request
              .response()
              .end(
                  "postrider_accepted_messages_total %d\npostrider_dedupe_hits_total 0\n"
                      .formatted(accepted.sum()));
      case "/health/ready" -> request.response().end();
      default -> request.response().setStatusCode(404).end();
    }
  }
}
