package io.postrider.server.delivery.client;

import io.postrider.delivery.Outcome;
import io.postrider.ledger.LedgerEntry;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of one attempt.
 *
 * @param latencyNanos from the call to the end, waiting for a connection included
 * @param response null without a status
 * @param address the last address connected to; null if none
 */
public record AttemptResult(
    Outcome outcome,
    long latencyNanos,
    @Nullable WebhookResponse response,
    @Nullable InetAddress address) {

  /** The time from the call to the end. */
  public Duration latency() {
    return Duration.ofNanos(latencyNanos);
  }

  /** The response status, or 0 without a response. */
  public int status() {
    return response == null ? 0 : response.status();
  }

  /**
   * The attempt as the ledger records it, with the response of a failure.
   *
   * @param bytes the size of the request's body
   * @param keepAnswer whether to record the response of a success too
   */
  public LedgerEntry.SentAttempt entry(int bytes, boolean keepAnswer) {
    String body = response == null ? "" : response.bodySample();
    boolean kept = !body.isEmpty() && (keepAnswer || outcome instanceof Outcome.Failure);
    return new LedgerEntry.SentAttempt(
        status(), latencyNanos / 1_000, bytes, kept ? body.getBytes(StandardCharsets.UTF_8) : null);
  }
}
