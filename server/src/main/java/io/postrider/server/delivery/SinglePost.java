package io.postrider.server.delivery;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.client.WebhookRequest;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.webhook.Signer;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Posts one request outside of queues, cursors and counters, with the client and the address guard
 * of deliveries. May be called from any thread but an event loop.
 */
public final class SinglePost {

  private final DeliveryLoop loop;

  SinglePost(DeliveryLoop loop) {
    this.loop = loop;
  }

  /**
   * Posts a body and waits for the outcome.
   *
   * @param secret signs the body; null for no signature
   */
  public AttemptResult post(String url, @Nullable SharedSecret secret, byte[] body) {
    WebhookTarget target;
    try {
      target = WebhookTarget.of(new Webhook(url, List.of()));
    } catch (IllegalArgumentException unusable) {
      return unusable("The URL is not usable: " + unusable.getMessage());
    }
    List<Webhook.Header> headers =
        secret == null
            ? List.of()
            : List.of(
                new Webhook.Header("X-Signature", new Signer(List.of(secret)).signature(body)));
    return post(new WebhookRequest(target, headers, Buffer.buffer(body))).join();
  }

  /** Posts a request. */
  CompletableFuture<AttemptResult> post(WebhookRequest request) {
    CompletableFuture<AttemptResult> ended = new CompletableFuture<>();
    loop.execute(
        () -> {
          WebhookClient client = loop.client();
          client.post(
              request,
              result -> {
                client.close();
                ended.complete(result);
              });
        });
    return ended;
  }

  /** The result of a post to a URL that cannot be used. */
  static AttemptResult unusable(String detail) {
    return new AttemptResult(
        new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, detail), 0, null, null);
  }

  long nowMillis() {
    return loop.nowMillis();
  }
}
