package io.postrider.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt: delivered, permanently refused ({@link Refused}), or any other
 * failure, which is retried.
 *
 * <p>A detail describes the failure in words, without secrets.
 */
public sealed interface Outcome {

  /** The receiver accepted the message with 2xx. */
  record Delivered(int status) implements Outcome {}

  /** The receiver cannot accept the message now: 5xx, 408, 425 or 429. */
  record Deferred(int status, @Nullable Duration retryAfter) implements Failure {
    @Override
    public FailureReason reason() {
      return FailureReason.HTTP_STATUS;
    }

    @Override
    public String detail() {
      return "The receiver answered " + status + ".";
    }
  }

  /**
   * The receiver will never accept this message: another 3xx or 4xx, or a forbidden address.
   *
   * @param status the HTTP status, or 0 if there was no response
   */
  record Refused(FailureReason reason, int status, String detail) implements Failure {}

  /** The exchange did not finish in time. */
  record TimedOut(String detail) implements Failure {
    @Override
    public FailureReason reason() {
      return FailureReason.TIMEOUT;
    }
  }

  /** The receiver could not be reached, or did not respond with HTTP. */
  record Unreachable(FailureReason reason, String detail) implements Failure {}

  /** TLS could not authenticate the receiver. */
  record Untrusted(FailureReason reason, String detail) implements Failure {}

  /** An attempt that did not deliver. */
  sealed interface Failure extends Outcome {

    FailureReason reason();

    String detail();
  }
}
