package io.postrider.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of one attempt. Delivered; refused for good ({@link Refused}); or anything else,
 * which is tried again.
 *
 * <p>A detail is for people: what happened in words, without secrets.
 */
public sealed interface Outcome {

  /** The receiver took the message: it answered 2xx. */
  record Delivered(int status) implements Outcome {}

  /**
   * The receiver answered that it cannot take the message now: 5xx, 408, 425 or 429.
   *
   * @param retryAfter how long it asked to be left alone; null if it did not say
   */
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
   * This message will never be taken here: another 3xx or 4xx, or an address that is not dialled.
   *
   * @param status the status, or 0 if there was none
   */
  record Refused(FailureReason reason, int status, String detail) implements Failure {}

  /** The exchange was not over in time. */
  record TimedOut(String detail) implements Failure {
    @Override
    public FailureReason reason() {
      return FailureReason.TIMEOUT;
    }
  }

  /** The receiver was not reached, or did not speak HTTP. */
  record Unreachable(FailureReason reason, String detail) implements Failure {}

  /** The receiver could not prove who it is. */
  record Untrusted(FailureReason reason, String detail) implements Failure {}

  /** An attempt that did not deliver. */
  sealed interface Failure extends Outcome {

    FailureReason reason();

    String detail();
  }
}
