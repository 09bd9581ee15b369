package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.Round;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.message.TraceContext;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.client.WebhookRequest;
import io.postrider.server.delivery.client.WebhookTarget;
import java.util.List;

/**
 * Sends the rounds of one destination to its URLs, and records how each attempt ended. Belongs to
 * the loop of its worker.
 */
final class RoundSender {

  private static final Outcome UNUSABLE =
      new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, WebhookRequests.UNUSABLE_URL);

  /** The memory of a request in flight beside its body. */
  private static final int REQUEST_BYTES = 4 * 1024;

  private final DestinationWorker worker;
  private final DeliveryLoop loop;
  private final WebhookClient client;
  private final AttemptRecorder recorder;
  private final DeliveryTally tally;

  RoundSender(DestinationWorker worker, WebhookClient client) {
    this.worker = worker;
    this.loop = worker.loop();
    this.client = client;
    this.recorder = worker.recorder();
    this.tally = worker.tally();
  }

  /** Posts a round: one body, signed once, to all its URLs. */
  void post(PartitionDelivery delivery, Round round) {
    if (round.number() > 1) {
      tally.retried();
    }
    SignedBody prepared =
        round.number() == 1 && !round.replay()
            ? delivery.prepared().take(round.offset(), worker.requests())
            : null;
    WebhookRequests.Content content =
        worker.requests().content(round.record(), prepared, loop.wallMillis());
    DeliveryEntries.SentRound sent =
        new DeliveryEntries.SentRound(
            round.number(),
            round.replay(),
            loop.ledger().isOn() ? loop.subjects().of(round.record()) : LedgerSubject.UNKNOWN,
            content.body().length());
    List<Attempt> attempts = round.attempts();
    for (int i = 0; i < attempts.size(); i++) {
      send(delivery, sent, attempts.get(i), content);
    }
  }

  private void send(
      PartitionDelivery delivery,
      DeliveryEntries.SentRound round,
      Attempt attempt,
      WebhookRequests.Content message) {
    WebhookRequests requests = worker.requests();
    LedgerTarget entry = requests.ledgerTarget(attempt.urlIndex());
    WebhookTarget target = requests.target(attempt.urlIndex());
    if (target == null) {
      AttemptResult unusable = new AttemptResult(UNUSABLE, 0, null, null);
      worker.later(() -> ended(delivery, entry, attempt, round, unusable, false));
      return;
    }
    TraceContext call = message.trace();
    AttemptSpans.Begun span = recorder.begin(delivery.partition(), round, attempt, target, call);
    WebhookRequests.Content content =
        requests.passing(span == null ? call : span.context(), message);
    int bytes = REQUEST_BYTES + content.body().length();
    loop.requests().began();
    delivery.requests().began();
    worker.useMemory(bytes);
    client.post(
        new WebhookRequest(target, content.headers(), content.body()),
        result -> {
          loop.requests().finished();
          delivery.requests().finished();
          worker.giveMemory(bytes);
          if (span != null) {
            span.ended(result);
          }
          tally.attempted(result.latencyNanos() / 1_000);
          long wallMillis = loop.wallMillis();
          boolean sampled =
              worker.isRunning()
                  && recorder.attempted(attempt, result, loop.nowMillis(), wallMillis);
          if (sampled) {
            recorder.sample(
                delivery.partition(),
                round.number(),
                attempt,
                requests.sample(attempt.urlIndex(), content),
                result,
                wallMillis);
          }
          worker.later(() -> ended(delivery, entry, attempt, round, result, sampled));
        });
  }

  /** Tells the machine how an attempt ended, and records it; an input. */
  private void ended(
      PartitionDelivery delivery,
      LedgerTarget target,
      Attempt attempt,
      DeliveryEntries.SentRound round,
      AttemptResult result,
      boolean keepAnswer) {
    DeliveryEntries entries = delivery.entries();
    entries.attempted(attempt);
    try {
      delivery.ended(attempt, result.outcome(), loop.nowMillis());
    } finally {
      entries.write(
          target,
          attempt,
          round,
          result.outcome(),
          result.entry(round.bytes(), keepAnswer),
          loop.wallMillis());
    }
  }

  /** Closes the client; requests in flight are still counted. */
  void close() {
    client.close();
  }
}
