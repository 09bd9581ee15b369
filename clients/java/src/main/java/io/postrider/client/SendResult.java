package io.postrider.client;

import io.postrider.client.Failure.Reason;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt to send a batch. Immutable.
 *
 * <p>Only 200 with {@code "success":true} means that the messages are on disk. The client retries
 * if there is no response, and after 408, 425, 429 and 5xx. Everything else is permanent: a
 * redirect, because a request that follows it arrives without its body, and any other 2xx, because
 * it comes from something that is not the service, such as a proxy or a captive portal.
 */
final class SendResult {
  private static final int OK = 200;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY_REQUESTS = 429;

  private final @Nullable Failure failure;
  private final boolean retry;
  private final Duration retryAfter;
  private final Map<Integer, Failure> rejected;

  private SendResult(
      @Nullable Failure failure,
      boolean retry,
      Duration retryAfter,
      Map<Integer, Failure> rejected) {
    this.failure = failure;
    this.retry = retry;
    this.retryAfter = retryAfter;
    this.rejected = rejected;
  }

  /** There was no complete response. */
  static SendResult none(Throwable cause) {
    return new SendResult(Failure.unreachable(cause), true, Duration.ZERO, Map.of());
  }

  /** The request cannot be sent. */
  static SendResult impossible(Throwable cause) {
    return new SendResult(
        Failure.unreachable(cause).as(Reason.REFUSED, ""), false, Duration.ZERO, Map.of());
  }

  /** The client was closed before the batch was sent. */
  static SendResult closed(String words) {
    return new SendResult(Failure.of(Reason.CLOSED, words), false, Duration.ZERO, Map.of());
  }

  /** Evaluates the response to a batch with a number of messages. */
  static SendResult of(URI endpoint, int messages, int status, Duration retryAfter, String text) {
    ResponseBody body = ResponseBody.parse(text, messages);
    if (status / 100 == 2) {
      String problem = status == OK ? body.problem() : "the service never returns this status";
      return problem == null
          ? new SendResult(null, false, Duration.ZERO, body.rejected())
          : new SendResult(
              foreign(endpoint, status, problem, body), false, Duration.ZERO, Map.of());
    }
    boolean retry = isTemporary(status);
    Failure failure =
        Failure.answered(
            retry ? Reason.UNAVAILABLE : Reason.REFUSED,
            status,
            body.text("code"),
            "The service answered " + status + behind(body.text("message")));
    return new SendResult(failure, retry, retryAfter, body.rejected());
  }

  private static Failure foreign(URI endpoint, int status, String problem, ResponseBody body) {
    return Failure.answered(
        Reason.REFUSED,
        status,
        body.text("code"),
        String.format(
            "%s answered %d, but it is not the service: %s%s",
            endpoint, status, problem, behind(body.text("message"))));
  }

  private static String behind(@Nullable String message) {
    return message == null ? "." : ": " + message;
  }

  private static boolean isTemporary(int status) {
    return status == REQUEST_TIMEOUT
        || status == TOO_EARLY
        || status == TOO_MANY_REQUESTS
        || status / 100 == 5;
  }

  /** The same outcome, after the last attempt. */
  SendResult afterAttempts(int attempts) {
    return failure == null
        ? this
        : new SendResult(
            failure.as(
                Reason.UNAVAILABLE,
                "Gave up after " + attempts + (attempts == 1 ? " attempt. " : " attempts. ")),
            false,
            Duration.ZERO,
            rejected);
  }

  /** Why the request failed; null if the service accepted it, except for rejected messages. */
  @Nullable Failure failure() {
    return failure;
  }

  /** Whether a retry may succeed. */
  boolean mayRetry() {
    return retry;
  }

  /** The minimum delay that the service asked for; zero if none. */
  Duration retryAfter() {
    return retryAfter;
  }

  /** The number of messages that were not accepted, out of a number sent. */
  int lost(int messages) {
    return failure == null ? rejected.size() : messages;
  }

  /** The rejected messages, by index in the batch. */
  Map<Integer, Failure> rejected() {
    return rejected;
  }
}
