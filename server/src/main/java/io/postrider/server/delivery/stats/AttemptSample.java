package io.postrider.server.delivery.stats;

import io.postrider.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sampled attempt.
 *
 * @param offset of the message
 * @param userHash the hash of the message's source and user
 * @param round starts at 1
 * @param url without secrets
 * @param status of the response, or 0 without one
 * @param answer null if there was no response
 */
public record AttemptSample(
    Instant at,
    int partition,
    long offset,
    long userHash,
    int round,
    String url,
    Outcome outcome,
    int status,
    Duration latency,
    Part request,
    @Nullable Part answer) {

  private static final int FIXED_BYTES = 200;

  /**
   * The beginning of a request or response.
   *
   * @param headers with secrets masked
   * @param cut whether the body is longer
   */
  public record Part(Map<String, String> headers, String body, boolean cut) {

    private int sizeBytes() {
      int characters = body.length();
      for (Map.Entry<String, String> header : headers.entrySet()) {
        characters += header.getKey().length() + header.getValue().length();
      }
      return FIXED_BYTES + characters;
    }
  }

  /** The approximate memory size. */
  int sizeBytes() {
    return FIXED_BYTES
        + url.length()
        + request.sizeBytes()
        + (answer == null ? 0 : answer.sizeBytes());
  }

  /** Whether it delivered. */
  public boolean isDelivered() {
    return outcome instanceof Outcome.Delivered;
  }
}
