package io.postrider.client;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Why messages were not accepted. Immutable; any thread may read it. */
public final class Failure {

  /** The kinds of failures. */
  public enum Reason {
    /** The service did not accept this very message; {@link Failure#code} says why. */
    REJECTED,
    /**
     * The service did not accept the request, as with a bad write key, or something that is not the
     * service has answered. Trying again is no use.
     */
    REFUSED,
    /** The service could not be reached, or could not take the messages, for too long. */
    UNAVAILABLE,
    /** There was no room in the queue; the call has answered false. */
    QUEUE_FULL,
    /** The client was closed, and the time for sending the rest was over. */
    CLOSED
  }

  private final Reason reason;
  private final int status;
  private final @Nullable String code;
  private final String message;
  private final @Nullable Throwable cause;

  private Failure(
      Reason reason, int status, @Nullable String code, String message, @Nullable Throwable cause) {
    this.reason = reason;
    this.status = status;
    this.code = code;
    this.message = message;
    this.cause = cause;
  }

  static Failure of(Reason reason, String message) {
    return new Failure(reason, 0, null, message, null);
  }

  static Failure unreachable(Throwable cause) {
    String words = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.toString();
    return new Failure(
        Reason.UNAVAILABLE, 0, null, "The service cannot be reached: " + words, cause);
  }

  static Failure answered(Reason reason, int status, @Nullable String code, String message) {
    return new Failure(reason, status, code, message, null);
  }

  /** The same for another reason, with other words before its own. */
  Failure as(Reason other, String words) {
    return new Failure(other, status, code, words + message, cause);
  }

  /** What kind of failure it is. */
  public Reason reason() {
    return reason;
  }

  /** The HTTP status of the answer, if there was one. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The service's word for programs, such as {@code invalid_write_key}. */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }

  /** Words for people. */
  public String message() {
    return message;
  }

  /** What broke the connection, if that is what happened. */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(cause);
  }

  @Override
  public String toString() {
    return reason
        + (status == 0 ? "" : " " + status)
        + (code == null ? "" : " " + code)
        + ": "
        + message;
  }
}
