package io.postrider.server.delivery;

import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookRequest;
import io.postrider.server.delivery.client.WebhookTarget;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Posts one message to every URL of a destination, outside of queues, cursors and counters. May be
 * called from any thread but an event loop.
 */
public final class TestDelivery {

  /** The result of each URL, in order, and the body that was sent. */
  public record Report(List<AttemptResult> results, Buffer body) {}

  private final SinglePost posts;

  TestDelivery(SinglePost posts) {
    this.posts = posts;
  }

  /** Posts, and waits until every URL has a result. */
  public Report send(DestinationSettings settings, RecordView record) {
    WebhookRequests requests = new WebhookRequests(settings);
    WebhookRequests.Content content = requests.content(record, posts.nowMillis());
    List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
    for (int url = 0; url < settings.webhooks().size(); url++) {
      WebhookTarget target = requests.target(url);
      results.add(
          target == null
              ? CompletableFuture.completedFuture(SinglePost.unusable(WebhookRequests.UNUSABLE_URL))
              : posts.post(new WebhookRequest(target, content.headers(), content.body())));
    }
    return new Report(results.stream().map(CompletableFuture::join).toList(), content.body());
  }
}
