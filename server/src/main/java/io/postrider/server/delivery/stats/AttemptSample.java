package io.postrider.server.delivery.stats;

import io.postrider.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, as people see it.
 *
 * @param offset where its message is in the log
 * @param userHash of the message's source and user
 * @param round 1 for a message's first
 * @param url without what may be secret in it
 * @param status of the answer, or 0 if there was none
 * @param answer null if nothing came back
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
   * The beginning of what was sent or came back.
   *
   * @param headers secrets masked
   * @param cut whether the body goes on
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

  /** About how much memory it takes. */
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
