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
 * <p>The arguments are the port, the receiver's port, the number of concurrent posts, the length of
 * a body, and {@code forward} to post that of each call instead, by which a receiver knows it.
 */
public final class ForwardingServer {
  private final Context posting;
  private final BareClient client;
  private final boolean forwards;

  private ForwardingServer(Context posting, BareClient client, boolean forwards) {
    this.posting = posting;
    this.client = client;
    this.forwards = forwards;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Vertx vertx = ServerSetup.vertx();
    BareClient client =
        BareClient.of(
            vertx, Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    boolean forwards = args.length > 4 && args[4].equals("forward");
    ForwardingServer server = new ForwardingServer(vertx.getOrCreateContext(), client, forwards);
    ServerSetup.listen(vertx, Integer.parseInt(args[0]), server::serve)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/v1/track" -> {
        if (forwards) {
          request.bodyHandler(body -> accept(request, () -> client.post(body)));
        } else {
          request.endHandler(end -> accept(request, client::postOne));
        }
      }
      case "/health/ready" -> request.response().end();
      default -> request.response().setStatusCode(404).end();
    }
  }

  private void accept(HttpServerRequest request, Runnable post) {
    posting.runOnContext(run -> post.run());
    Work.succeed(request);
  }
}
