package io.postrider.client;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Why messages were not accepted. Immutable; any thread may read it. */
public final class Failure {

  /** The kinds of failures. */
  public enum Reason {
    /** The service rejected this message; {@link Failure#code} says why. */
    REJECTED,
    /**
     * The service refused the whole request, for example because of a wrong write key, or something
     * that is not the service answered. A retry would not help.
     */
    REFUSED,
    /** The service was unreachable or unavailable for longer than {@code retryFor}. */
    UNAVAILABLE,
    /** The queue was full; the call returned false. */
    QUEUE_FULL,
    /** The client was closed, and the close timeout passed before the messages were sent. */
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
    String text = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.toString();
    return new Failure(
        Reason.UNAVAILABLE, 0, null, "The service cannot be reached: " + text, cause);
  }

  static Failure answered(Reason reason, int status, @Nullable String code, String message) {
    return new Failure(reason, status, code, message, null);
  }

  /** A copy with another reason and a prefix before its message. */
  Failure as(Reason other, String prefix) {
    return new Failure(other, status, code, prefix + message, cause);
  }

  /** The kind of failure. */
  public Reason reason() {
    return reason;
  }

  /** The HTTP status of the response, if there was one. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The service's error code, such as {@code invalid_write_key}. */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }

  /** A description for people. */
  public String message() {
    return message;
  }

  /** The exception of a failed connection. */
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
