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
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Posts one message to every URL of a destination now: outside of queues, cursors and counters, but
 * by the same client and the same rules. May be called from any thread but an event loop.
 */
public final class TestRound {

  /** What came of it, for each URL in order; and what was sent. */
  public record Report(List<PostResult> results, Buffer body) {}

  private static final PostResult UNUSABLE =
      new PostResult(
          new Outcome.Refused(Reason.ADDRESS_REFUSED, 0, "Nobody can post to this URL."),
          0,
          null,
          null);

  private final List<DeliveryLoop> loops;

  TestRound(List<DeliveryLoop> loops) {
    this.loops = loops;
  }

  /** Posts, and waits until every URL has an outcome. */
  public Report send(DestinationSettings settings, RecordView record) {
    DeliveryLoop loop = loops.getFirst();
    CompletableFuture<Report> report = new CompletableFuture<>();
    loop.tell(() -> new Sending(loop, settings, report).send(record));
    return report.join();
  }

  /** One test; belongs to its loop. */
  private static final class Sending {

    private final DeliveryLoop loop;
    private final WebhookClient client;
    private final Requests requests;
    private final int urls;
    private final SortedMap<Integer, PostResult> results = new TreeMap<>();
    private final CompletableFuture<Report> report;

    Sending(DeliveryLoop loop, DestinationSettings settings, CompletableFuture<Report> report) {
      this.loop = loop;
      this.client = loop.client();
      this.requests = new Requests(settings);
      this.urls = settings.webhooks().size();
      this.report = report;
    }

    void send(RecordView record) {
      Requests.Content content = requests.content(record, loop.nowMillis());
      for (int i = 0; i < urls; i++) {
        int url = i;
        Target target = requests.target(url);
        if (target == null) {
          ended(url, UNUSABLE, content);
        } else {
          client.post(
              new PostRequest(target, content.headers(), content.body()),
              result -> ended(url, result, content));
        }
      }
    }

    private void ended(int url, PostResult result, Requests.Content content) {
      results.put(url, result);
      if (results.size() == urls) {
        client.close();
        report.complete(new Report(List.copyOf(results.values()), content.body()));
      }
    }
  }
}
