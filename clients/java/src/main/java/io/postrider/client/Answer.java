package io.postrider.client;

import io.postrider.client.Failure.Reason;
import io.postrider.client.json.JsonException;
import io.postrider.client.json.JsonReader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt to send a batch came to. Immutable.
 *
 * <p>Tried again is what may be different next time: no answer, 429 and 5xx. Anything but 2xx is a
 * failure for good otherwise, redirects included: a request that follows them arrives without its
 * body.
 */
final class Answer {
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

  /** No answer came, or not all of it. */
  static Answer none(Throwable cause) {
    return new Answer(Failure.unreachable(cause), true, Duration.ZERO, Map.of());
  }

  /** Nothing can be sent at all. */
  static Answer impossible(Throwable cause) {
    return new Answer(
        Failure.unreachable(cause).as(Reason.REFUSED, ""), false, Duration.ZERO, Map.of());
  }

  /** There is no time left to send anything. */
  static Answer closed(String words) {
    return new Answer(Failure.of(Reason.CLOSED, words), false, Duration.ZERO, Map.of());
  }

  /** Reads an answer. A body that is not JSON is not from the service; then the status says all. */
  static Answer of(int status, Duration retryAfter, String body) {
    Map<?, ?> members = members(body);
    Map<Integer, Failure> rejected = rejected(members);
    boolean success = status / 100 == 2;
    if (success && !Boolean.FALSE.equals(members.get("success"))) {
      return new Answer(null, false, Duration.ZERO, rejected);
    }
    boolean retry = status == TOO_MANY_REQUESTS || status / 100 == 5;
    Failure failure =
        Failure.answered(
            retry ? Reason.UNAVAILABLE : Reason.REFUSED,
            status,
            text(members, "code"),
            words(status, text(members, "message")));
    return new Answer(failure, retry, retryAfter, rejected);
  }

  private static String words(int status, @Nullable String message) {
    return "The service answered " + status + (message == null ? "." : ": " + message);
  }

  private static Map<?, ?> members(String body) {
    try {
      Object value = JsonReader.parse(body);
      return value instanceof Map ? (Map<?, ?>) value : Map.of();
    } catch (JsonException e) {
      return Map.of();
    }
  }

  private static Map<Integer, Failure> rejected(Map<?, ?> members) {
    Object list = members.get("rejected");
    if (!(list instanceof List)) {
      return Map.of();
    }
    Map<Integer, Failure> rejected = new LinkedHashMap<>();
    for (Object item : (List<?>) list) {
      Map<?, ?> rejection = item instanceof Map ? (Map<?, ?>) item : Map.of();
      Object index = rejection.get("index");
      if (index instanceof Double) {
        String message = text(rejection, "message");
        rejected.put(
            ((Double) index).intValue(),
            Failure.answered(
                Reason.REJECTED,
                0,
                text(rejection, "code"),
                message == null ? "The service did not accept the message." : message));
      }
    }
    return rejected;
  }

  private static @Nullable String text(Map<?, ?> members, String name) {
    Object value = members.get(name);
    return value instanceof String ? (String) value : null;
  }

  /** The same, for those who have tried often enough. */
  Answer afterAttempts(int attempts) {
    return failure == null
        ? this
        : new Answer(
            failure.as(Reason.UNAVAILABLE, "Given up after " + attempts + " attempts. "),
            false,
            Duration.ZERO,
            rejected);
  }

  /** Why the request was not accepted, or null if it was, apart from what was rejected. */
  @Nullable Failure failure() {
    return failure;
  }

  /** Whether sending the same again may help. */
  boolean mayRetry() {
    return retry;
  }

  /** How long the service wants to be left alone; zero if it does not say. */
  Duration retryAfter() {
    return retryAfter;
  }

  /** Why single messages were not accepted, by their place in the batch. */
  Map<Integer, Failure> rejected() {
    return rejected;
  }
}
