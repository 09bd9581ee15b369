package io.postrider.delivery;

/**
 * The recorded part of a failure, without its details.
 *
 * @param reason why the last attempt failed
 * @param status the HTTP status, or 0 if there was no response
 * @param refused whether it was refused permanently
 */
public record Failure(FailureReason reason, int status, boolean refused) {

  /** Extracts the recorded part of a failed attempt. */
  static Failure of(Outcome.Failure outcome) {
    return switch (outcome) {
      case Outcome.Deferred deferred ->
          new Failure(FailureReason.HTTP_STATUS, deferred.status(), false);
      case Outcome.Refused refused -> new Failure(refused.reason(), refused.status(), true);
      case Outcome.TimedOut timedOut -> new Failure(timedOut.reason(), 0, false);
      case Outcome.Unreachable unreachable -> new Failure(unreachable.reason(), 0, false);
      case Outcome.Untrusted untrusted -> new Failure(untrusted.reason(), 0, false);
    };
  }
}
