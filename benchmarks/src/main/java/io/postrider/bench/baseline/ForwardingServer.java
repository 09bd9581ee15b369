package io.postrider.bench.baseline;

import io.postrider.bench.deliver.BareClient;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.ExecutionException;

/**
 * The baseline of accepting and delivering at once: the product's HTTP server, which drops the body
 * and responds, and the bare client, which posts a body for each accepted call.
 *
 * <p>The arguments are the port, the receiver's port, the number of concurrent posts and the length
 * of a body.
 */
public final class ForwardingServer {
  private final Context posting;
  private final BareClient client;

  private ForwardingServer(Context posting, BareClient client) {
    this.posting = posting;
    this.client = client;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Vertx vertx = ServerSetup.vertx();
    BareClient client =
        BareClient.of(
            vertx, Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    ForwardingServer server = new ForwardingServer(vertx.getOrCreateContext(), client);
    ServerSetup.listen(vertx, Integer.parseInt(args[0]), server::serve)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/v1/track" ->
          request.endHandler(
              end -> {
                posting.runOnContext(run -> client.postOne());
                Work.succeed(request);
              });
      case "/health/ready" -> request.response().end();
      default -> request.response().setStatusCode(404).end();
    }
  }
}
