package io.postrider.server.delivery.stats;

import io.postrider.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sampled attempt.
 *
 * @param offset of the message
 * @param userHash the hash of the message's source and user
 * @param round starts at 1
 * @param url without secrets
 * @param response null if there was none
 */
public record AttemptSample(
    Instant at,
    int partition,
    long offset,
    long userHash,
    int round,
    String url,
    Outcome outcome,
    Duration latency,
    BodySample request,
    @Nullable BodySample response) {

  static final int FIXED_BYTES = 200;

  int sizeBytes() {
    return FIXED_BYTES
        + url.length()
        + request.sizeBytes()
        + (response == null ? 0 : response.sizeBytes());
  }

  public boolean isDelivered() {
    return outcome instanceof Outcome.Delivered;
  }
}
