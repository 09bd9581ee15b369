package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.message.TraceContext;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.server.tracing.AttemptSpan;
import io.postrider.server.tracing.Tracing;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The spans of attempts at messages of traced calls. A retry links to the failed attempt at the
 * same URL before it, if this process made that one and not too many failed since.
 *
 * <p>Loops may use it at the same time.
 */
final class AttemptSpans {

  /** About a megabyte. */
  static final int MAX_FAILED = 10_000;

  private record Retry(
      DestinationId destination, int partition, long offset, boolean replay, int urlIndex) {}

  /** An attempt under way. */
  final class Begun {

    private final AttemptSpan span;
    private final Retry retry;

    private Begun(AttemptSpan span, Retry retry) {
      this.span = span;
      this.retry = retry;
    }

    TraceContext context() {
      return span.context();
    }

    void ended(AttemptResult result) {
      span.ended(result.outcome(), result.status());
      if (result.outcome() instanceof Outcome.Failure) {
        failed(retry, span.context());
      }
    }
  }

  private final Tracing tracing;
  private final SequencedMap<Retry, TraceContext> failed = new LinkedHashMap<>();

  AttemptSpans(Tracing tracing) {
    this.tracing = tracing;
  }

  /**
   * Begins the span of an attempt.
   *
   * @param call the span of the call that brought the message
   */
  Begun begin(
      DestinationId destination,
      int partition,
      DeliveryEntries.SentRound round,
      Attempt attempt,
      WebhookTarget target,
      TraceContext call) {
    Retry retry =
        new Retry(destination, partition, attempt.offset(), round.replay(), attempt.urlIndex());
    TraceContext before = round.number() > 1 ? takeFailed(retry) : null;
    AttemptSpan span =
        tracing.attempt(call, before, destination, target.host(), target.port(), round.number());
    return new Begun(span, retry);
  }

  private synchronized @Nullable TraceContext takeFailed(Retry retry) {
    return failed.remove(retry);
  }

  private synchronized void failed(Retry retry, TraceContext span) {
    failed.put(retry, span);
    if (failed.size() > MAX_FAILED) {
      failed.pollFirstEntry();
    }
  }
}
