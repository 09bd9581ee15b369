package io.postrider.delivery;

/**
 * What is remembered of a failure when its details are gone.
 *
 * @param reason why the last attempt failed
 * @param status the status of its answer, or 0 if there was none
 * @param refused whether it was refused for good, and not merely put off
 */
public record Failure(FailureReason reason, int status, boolean refused) {

  /** What is remembered of a failed attempt. */
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
