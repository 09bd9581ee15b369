package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.LastError;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.message.TraceContext;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.delivery.stats.AttemptSamples;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.delivery.stats.SecretMask;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the attempts of one destination: samples, metrics, spans, the last error and log lines.
 * Belongs to its loop.
 */
final class AttemptRecorder {

  private static final Logger LOG = LoggerFactory.getLogger("io.postrider.delivery");
  private static final long BETWEEN_WARNINGS_MILLIS = 10_000;

  private final DestinationId destination;
  private final AttemptSamples samples;
  private final DeliveryMetrics.Counters counters;
  private final @Nullable AttemptSpans spans;
  private @Nullable LastError restored;
  private Outcome.@Nullable Failure lastFailure;
  private String lastUrl = "";
  private long lastFailureMillis;
  private long warnedMillis = Long.MIN_VALUE;
  private long unwarned;

  /**
   * @param spans null if attempts are not traced
   */
  AttemptRecorder(
      DestinationId destination,
      AttemptSamples samples,
      DeliveryMetrics.Counters counters,
      @Nullable AttemptSpans spans) {
    this.destination = destination;
    this.samples = samples;
    this.counters = counters;
    this.spans = spans;
  }

  DeliveryMetrics.Counters counters() {
    return counters;
  }

  AttemptSamples samples() {
    return samples;
  }

  /** The last failed attempt; null if none failed. */
  DestinationHealth.@Nullable Failure lastError() {
    LastError error = savedError();
    if (error == null) {
      return null;
    }
    return new DestinationHealth.Failure(
        error.reason().wireName(),
        error.status() == 0 ? null : (Integer) error.status(),
        error.detail(),
        error.url(),
        Instant.ofEpochMilli(error.atMillis()));
  }

  /** The last failed attempt, to be saved; null if none failed. */
  @Nullable LastError savedError() {
    Outcome.Failure failure = lastFailure;
    if (failure == null) {
      return restored;
    }
    return new LastError(
        failure.reason(),
        status(failure),
        failure.detail(),
        SecretMask.url(lastUrl),
        lastFailureMillis);
  }

  /** Continues with the last failed attempt of an earlier process; null if none failed. */
  void restore(@Nullable LastError saved) {
    restored = saved;
  }

  /** Begins the span of an attempt; null if it is not traced. */
  AttemptSpans.@Nullable Begun begin(
      int partition,
      DeliveryEntries.SentRound round,
      Attempt attempt,
      WebhookTarget target,
      @Nullable TraceContext call) {
    return spans == null || call == null
        ? null
        : spans.begin(destination, partition, round, attempt, target, call);
  }

  /**
   * Counts an ended attempt; returns whether to sample it.
   *
   * @param nowMillis the time that never jumps
   * @param wallMillis the time to show
   */
  boolean attempted(Attempt attempt, AttemptResult result, long nowMillis, long wallMillis) {
    Outcome outcome = result.outcome();
    counters.attempted(outcome, result.latencyNanos());
    if (outcome instanceof Outcome.Failure failure) {
      lastFailureMillis = wallMillis;
      failed(attempt, failure, nowMillis);
    }
    return samples.wants(outcome instanceof Outcome.Delivered, nowMillis);
  }

  void sample(
      int partition,
      int round,
      Attempt attempt,
      BodySample request,
      AttemptResult result,
      long wallMillis) {
    samples.add(
        new AttemptSample(
            Instant.ofEpochMilli(wallMillis),
            partition,
            attempt.offset(),
            attempt.userHash(),
            round,
            SecretMask.url(attempt.url()),
            result.outcome(),
            result.latency(),
            request,
            BodySample.of(result.response())));
  }

  private void failed(Attempt attempt, Outcome.Failure failure, long nowMillis) {
    lastFailure = failure;
    lastUrl = attempt.url();
    if (nowMillis - BETWEEN_WARNINGS_MILLIS < warnedMillis) {
      unwarned++;
      return;
    }
    warnedMillis = nowMillis;
    LOG.atWarn()
        .addKeyValue("destination", destination)
        .addKeyValue("url", SecretMask.url(attempt.url()))
        .addKeyValue("reason", failure.reason().wireName())
        .addKeyValue("detail", failure.detail())
        .addKeyValue("notLogged", unwarned)
        .log("A delivery attempt failed.");
    unwarned = 0;
  }

  private static int status(Outcome.Failure failure) {
    return switch (failure) {
      case Outcome.Deferred deferred -> deferred.status();
      case Outcome.Refused refused -> refused.status();
      case Outcome.TimedOut _, Outcome.Unreachable _, Outcome.Untrusted _ -> 0;
    };
  }
}
