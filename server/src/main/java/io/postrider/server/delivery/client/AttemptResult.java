package io.postrider.server.delivery.client;

import io.postrider.delivery.Outcome;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of one attempt, and what people want to see of it.
 *
 * @param latencyNanos from asking for the attempt to its end
 * @param answer null if no status came
 * @param address the one dialled last; null if none was
 */
public record AttemptResult(
    Outcome outcome,
    long latencyNanos,
    @Nullable WebhookResponse answer,
    @Nullable InetAddress address) {

  /** From asking for the attempt to its end. */
  public Duration latency() {
    return Duration.ofNanos(latencyNanos);
  }

  /** The status of the answer, or 0 if none came. */
  public int status() {
    return answer == null ? 0 : answer.status();
  }
}
