package io.postrider.server.delivery;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.client.WebhookRequest;
import io.postrider.server.delivery.client.WebhookTarget;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Posts one message to every URL of a destination now: outside of queues, cursors and counters, but
 * by the same client and the same rules. May be called from any thread but an event loop.
 */
public final class TestDelivery {

  /** What came of it, for each URL in order; and what was sent. */
  public record Report(List<AttemptResult> results, Buffer body) {}

  private static final AttemptResult UNUSABLE =
      new AttemptResult(
          new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, "Nobody can post to this URL."),
          0,
          null,
          null);

  private final List<DeliveryLoop> loops;

  TestDelivery(List<DeliveryLoop> loops) {
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
    private final WebhookRequests requests;
    private final int urls;
    private final SortedMap<Integer, AttemptResult> results = new TreeMap<>();
    private final CompletableFuture<Report> report;

    Sending(DeliveryLoop loop, DestinationSettings settings, CompletableFuture<Report> report) {
      this.loop = loop;
      this.client = loop.client();
      this.requests = new WebhookRequests(settings);
      this.urls = settings.webhooks().size();
      this.report = report;
    }

    void send(RecordView record) {
      WebhookRequests.Content content = requests.content(record, loop.nowMillis());
      for (int i = 0; i < urls; i++) {
        int url = i;
        WebhookTarget target = requests.target(url);
        if (target == null) {
          ended(url, UNUSABLE, content);
        } else {
          client.post(
              new WebhookRequest(target, content.headers(), content.body()),
              result -> ended(url, result, content));
        }
      }
    }

    private void ended(int url, AttemptResult result, WebhookRequests.Content content) {
      results.put(url, result);
      if (results.size() == urls) {
        client.close();
        report.complete(new Report(List.copyOf(results.values()), content.body()));
      }
    }
  }
}
