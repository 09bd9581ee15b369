package io.postrider.server.delivery;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.client.WebhookRequest;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.webhook.Signer;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Posts single bodies and test messages outside of queues, cursors and counters, with the client
 * and the address guard of deliveries. May be called from any thread but an event loop.
 */
public final class SinglePost {

  /** A single post is no delivery: the ledger does not record it. */
  private static final DestinationId UNRECORDED = new DestinationId(0);

  /** A body, and the result of each URL. */
  public record Sent(Buffer body, List<AttemptResult> results) {}

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

  /**
   * Posts a message to every URL of a destination and waits for all results.
   *
   * @return the body that was sent, and the result of each URL, in order
   */
  public Sent post(DestinationSettings settings, RecordView record) {
    WebhookRequests requests = new WebhookRequests(UNRECORDED, settings);
    WebhookRequests.Content content = requests.content(record, null, loop.wallMillis());
    List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
    for (int url = 0; url < settings.webhooks().size(); url++) {
      WebhookTarget target = requests.target(url);
      results.add(
          target == null
              ? CompletableFuture.completedFuture(unusable(WebhookRequests.UNUSABLE_URL))
              : post(new WebhookRequest(target, content.headers(), content.body())));
    }
    return new Sent(content.body(), results.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<AttemptResult> post(WebhookRequest request) {
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

  private static AttemptResult unusable(String detail) {
    return new AttemptResult(
        new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, detail), 0, null, null);
  }
}
