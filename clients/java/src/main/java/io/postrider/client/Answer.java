package io.postrider.client;

import io.postrider.client.Failure.Reason;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt to send a batch. Immutable.
 *
 * <p>Only 200 with {@code "success":true} means that the messages are on disk. Tried again is what
 * may be different next time: no answer, 408, 425, 429 and 5xx. Everything else is a failure for
 * good: redirects, because a request that follows them arrives without its body, and any other
 * success, because it comes from something that is not the service, such as a proxy or the page of
 * a hotel's network.
 */
final class Answer {
  private static final int OK = 200;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY_REQUESTS = 429;

  private final @Nullable Failure failure;
  private final boolean retry;
  private final Duration retryAfter;
  private final Map<Integer, Failure> rejected;

  private Answer(
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
  static Answer none(Throwable cause) {
    return new Answer(Failure.unreachable(cause), true, Duration.ZERO, Map.of());
  }

  /** The request cannot be sent. */
  static Answer impossible(Throwable cause) {
    return new Answer(
        Failure.unreachable(cause).as(Reason.REFUSED, ""), false, Duration.ZERO, Map.of());
  }

  /** The client was closed before the batch was sent. */
  static Answer closed(String words) {
    return new Answer(Failure.of(Reason.CLOSED, words), false, Duration.ZERO, Map.of());
  }

  /** Evaluates the response to a batch with a number of messages. */
  static Answer of(URI endpoint, int messages, int status, Duration retryAfter, String text) {
    AnswerBody body = AnswerBody.parse(text, messages);
    if (status / 100 == 2) {
      String problem = status == OK ? body.problem() : "the service never says so";
      return problem == null
          ? new Answer(null, false, Duration.ZERO, body.rejected())
          : new Answer(foreign(endpoint, status, problem, body), false, Duration.ZERO, Map.of());
    }
    boolean retry = mayPass(status);
    Failure failure =
        Failure.answered(
            retry ? Reason.UNAVAILABLE : Reason.REFUSED,
            status,
            body.text("code"),
            "The service answered " + status + behind(body.text("message")));
    return new Answer(failure, retry, retryAfter, body.rejected());
  }

  private static Failure foreign(URI endpoint, int status, String problem, AnswerBody body) {
    return Failure.answered(
        Reason.REFUSED,
        status,
        body.text("code"),
        String.format(
            "%s answered %d, but not as the service does: %s%s",
            endpoint, status, problem, behind(body.text("message"))));
  }

  private static String behind(@Nullable String message) {
    return message == null ? "." : ": " + message;
  }

  private static boolean mayPass(int status) {
    return status == REQUEST_TIMEOUT
        || status == TOO_EARLY
        || status == TOO_MANY_REQUESTS
        || status / 100 == 5;
  }

  /** The same outcome, after the last attempt. */
  Answer afterAttempts(int attempts) {
    return failure == null
        ? this
        : new Answer(
            failure.as(
                Reason.UNAVAILABLE,
                "Gave up after " + attempts + (attempts == 1 ? " attempt. " : " attempts. ")),
            false,
            Duration.ZERO,
            rejected);
  }

  /** Why the request was not accepted, or null if it was, apart from what was rejected. */
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
