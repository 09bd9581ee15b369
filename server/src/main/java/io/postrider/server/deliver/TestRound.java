package io.postrider.server.deliver;

import io.postrider.delivery.Outcome;
import io.postrider.delivery.Reason;
import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.server.deliver.post.PostRequest;
import io.postrider.server.deliver.post.PostResult;
import io.postrider.server.deliver.post.Target;
import io.postrider.server.deliver.post.WebhookClient;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Posts one message to every URL of a destination now: outside of queues, cursors and counters, but
 * by the same client and the same rules. May be called from any thread but an event loop.
 */
public final class TestRound {

  /** What came of it, for each URL in order; and what was sent. */
  public record Report(List<PostResult> results, Buffer body) {}

  private final List<DeliveryLoop> loops;

  TestRound(List<DeliveryLoop> loops) {
    this.loops = loops;
  }

  /** Posts, and waits until every URL has an outcome. */
  public Report send(DestinationSettings settings, RecordView record) {
    DeliveryLoop loop = loops.getFirst();
    return loop.ask(() -> send(loop, settings, record)).thenCompose(report -> report).join();
  }

  private static CompletableFuture<Report> send(
      DeliveryLoop loop, DestinationSettings settings, RecordView record) {
    WebhookClient client = loop.client();
    Requests requests = new Requests(settings);
    Requests.Content content = requests.content(record, loop.nowMillis());
    List<CompletableFuture<PostResult>> results = new ArrayList<>();
    for (int url = 0; url < settings.webhooks().size(); url++) {
      CompletableFuture<PostResult> result = new CompletableFuture<>();
      results.add(result);
      Target target = requests.target(url);
      if (target == null) {
        Outcome unusable =
            new Outcome.Refused(Reason.ADDRESS_REFUSED, 0, "Nobody can post to this URL.");
        result.complete(new PostResult(unusable, 0, null, null));
      } else {
        client.post(new PostRequest(target, content.headers(), content.body()), result::complete);
      }
    }
    return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
        .thenApply(
            _ -> {
              client.close();
              return new Report(
                  results.stream().map(CompletableFuture::join).toList(), content.body());
            });
  }
}
