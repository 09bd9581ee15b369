package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.route.Destination;
import io.postrider.route.Webhook;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.BodyExcerpt;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.delivery.stats.AttemptSamples;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.delivery.stats.SecretMask;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the attempts of one destination: samples, metrics, the last error and log lines. Belongs
 * to its loop.
 */
final class AttemptRecorder {

  private static final Logger LOG = LoggerFactory.getLogger("io.postrider.delivery");
  private static final int MAX_BODY_BYTES = 4 * 1024;
  private static final long BETWEEN_WARNINGS_MILLIS = 10_000;

  private final AttemptSamples samples;
  private final DeliveryMetrics.Counters counters;
  private Destination destination;
  private DestinationHealth.@Nullable Failure lastError;
  private long warnedMillis = Long.MIN_VALUE;
  private long unwarned;

  AttemptRecorder(
      Destination destination, AttemptSamples samples, DeliveryMetrics.Counters counters) {
    this.destination = destination;
    this.samples = samples;
    this.counters = counters;
  }

  void apply(Destination changed) {
    destination = changed;
  }

  AttemptSamples samples() {
    return samples;
  }

  DestinationHealth.@Nullable Failure lastError() {
    return lastError;
  }

  /**
   * An attempt that has ended.
   *
   * @param fixed the static headers of the URL
   */
  record Exchange(
      PartitionDelivery delivery,
      int round,
      Attempt attempt,
      List<Webhook.Header> fixed,
      WebhookRequests.Content content,
      AttemptResult result) {}

  /** Counts an ended attempt; returns whether to sample it. */
  boolean attempted(Attempt attempt, AttemptResult result, long nowMillis) {
    Outcome outcome = result.outcome();
    counters.attempted(outcome, result.latencyNanos());
    if (outcome instanceof Outcome.Failure failure) {
      failed(attempt, failure, nowMillis);
    }
    return samples.wants(outcome instanceof Outcome.Delivered, nowMillis);
  }

  void show(Exchange exchange, long nowMillis) {
    samples.add(sample(exchange, nowMillis));
  }

  private static AttemptSample sample(Exchange exchange, long nowMillis) {
    AttemptResult result = exchange.result();
    return new AttemptSample(
        Instant.ofEpochMilli(nowMillis),
        exchange.delivery().partition(),
        exchange.attempt().offset(),
        exchange.attempt().userHash(),
        exchange.round(),
        SecretMask.url(exchange.attempt().url()),
        result.outcome(),
        result.latency(),
        request(exchange),
        BodySample.of(result.response()));
  }

  private static BodySample request(Exchange exchange) {
    Map<String, String> headers = new LinkedHashMap<>();
    exchange.content().headers().forEach(header -> headers.put(header.name(), header.value()));
    exchange.fixed().forEach(header -> headers.put(header.name(), SecretMask.value(header)));
    Buffer body = exchange.content().body();
    return new BodySample(
        null, headers, BodyExcerpt.text(body, MAX_BODY_BYTES), body.length() > MAX_BODY_BYTES);
  }

  private void failed(Attempt attempt, Outcome.Failure failure, long nowMillis) {
    String url = SecretMask.url(attempt.url());
    int status = status(failure);
    lastError =
        new DestinationHealth.Failure(
            failure.reason().wireName(),
            status == 0 ? null : (Integer) status,
            failure.detail(),
            url,
            Instant.ofEpochMilli(nowMillis));
    if (nowMillis - BETWEEN_WARNINGS_MILLIS < warnedMillis) {
      unwarned++;
      return;
    }
    warnedMillis = nowMillis;
    LOG.atWarn()
        .addKeyValue("destination", destination.id())
        .addKeyValue("url", url)
        .addKeyValue("reason", failure.reason().wireName())
        .addKeyValue("detail", failure.detail())
        .addKeyValue("more", unwarned)
        .log("A delivery attempt failed.");
    unwarned = 0;
  }

  private static int status(Outcome.Failure failure) {
    return switch (failure) {
      case Outcome.Deferred deferred -> deferred.status();
      case Outcome.Refused refused -> refused.status();
      case Outcome.TimedOut timedOut -> 0;
      case Outcome.Unreachable unreachable -> 0;
      case Outcome.Untrusted untrusted -> 0;
    };
  }

  void done(FinalStatus status) {
    counters.done(status);
  }

  /** Counts messages that were cancelled before their first attempt. */
  void cancelled(long messages) {
    counters.cancelled(messages);
  }

  void lost(long offsets) {
    counters.lost(offsets);
  }
}
