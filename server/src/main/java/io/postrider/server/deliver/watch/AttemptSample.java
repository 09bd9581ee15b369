package io.postrider.server.deliver.watch;

import io.postrider.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One attempt, as people see it.
 *
 * @param round 1 for a message's first
 * @param url without what may be secret in it
 * @param headers what was sent, secrets masked
 * @param body the beginning of what was sent
 * @param answer the beginning of what came back; empty if nothing did
 */
public record AttemptSample(
    Instant at,
    int partition,
    long offset,
    int round,
    String url,
    List<String> headers,
    String body,
    Outcome outcome,
    String answer,
    Duration latency) {

  private static final int FIXED_BYTES = 200;

  /** About how much memory it takes. */
  int sizeBytes() {
    int characters = url.length() + body.length() + answer.length();
    for (String header : headers) {
      characters += header.length();
    }
    return FIXED_BYTES + characters;
  }

  /** Whether it delivered. */
  public boolean isDelivered() {
    return outcome instanceof Outcome.Delivered;
  }
}
