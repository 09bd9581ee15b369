package io.postrider.server.delivery.client;

import io.postrider.delivery.Outcome;
import java.net.InetAddress;
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
}
