package io.postrider.server.delivery.client;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps response statuses to outcomes. */
final class StatusPolicy {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private StatusPolicy() {}

  /**
   * The outcome of a response.
   *
   * @param retryAfter the Retry-After header
   */
  static Outcome of(int status, @Nullable String retryAfter, InstantSource time) {
    if (status >= 200 && status < 300) {
      return new Outcome.Delivered(status);
    }
    if (status < 200 || status > 599) {
      return new Outcome.Unreachable(
          FailureReason.PROTOCOL, "The receiver responded with the invalid status " + status + ".");
    }
    if (status >= 500 || status == 408 || status == 425 || status == 429) {
      boolean asks = status == 429 || status == 503;
      Duration wait =
          asks && retryAfter != null
              ? RetryAfter.parse(retryAfter, time.instant()).orElse(null)
              : null;
      return new Outcome.Deferred(status, wait);
    }
    String detail =
        REDIRECTS.contains(status)
            ? "The receiver answered " + status + "; redirects are not followed."
            : "The receiver answered " + status + ".";
    return new Outcome.Refused(FailureReason.HTTP_STATUS, status, detail);
  }
}
