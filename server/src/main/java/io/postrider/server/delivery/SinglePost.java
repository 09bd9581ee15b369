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
 * Posts something that is no message, to a URL of an operator's: by the same client as every
 * delivery and under the same rules, guarded, within {@code delivery.timeout}, signed. May be
 * called from any thread but an event loop.
 */
public final class SinglePost {

  private final DeliveryLoop loop;

  SinglePost(DeliveryLoop loop) {
    this.loop = loop;
  }

  /**
   * Posts, and waits for the outcome.
   *
   * @param secret what to sign with; null for no signature
   */
  public AttemptResult post(String url, @Nullable SharedSecret secret, byte[] body) {
    WebhookTarget target;
    try {
      target = WebhookTarget.of(new Webhook(url, List.of()));
    } catch (IllegalArgumentException unusable) {
      String words = "Nobody can post to this URL: " + unusable.getMessage();
      return new AttemptResult(
          new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, words), 0, null, null);
    }
    List<Webhook.Header> headers =
        secret == null
            ? List.of()
            : List.of(
                new Webhook.Header("X-Signature", new Signer(List.of(secret)).signature(body)));
    WebhookRequest request = new WebhookRequest(target, headers, Buffer.buffer(body));
    CompletableFuture<AttemptResult> ended = new CompletableFuture<>();
    loop.tell(
        () -> {
          WebhookClient client = loop.client();
          client.post(
              request,
              result -> {
                client.close();
                ended.complete(result);
              });
        });
    return ended.join();
  }
}
