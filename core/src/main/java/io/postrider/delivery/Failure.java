package io.postrider.delivery;

/**
 * The recorded part of a failure, without its details.
 *
 * @param status the HTTP status, or 0 if there was no response
 * @param refused whether it was refused permanently
 */
public record Failure(FailureReason reason, int status, boolean refused) {

  private static final int MAX_STATUS = 999;

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

  /** Writes two or three bytes: the reason and whether it was refused, then the status. */
  void encode(ByteWriter out) {
    out.octet((reason.code() << 1) | (refused ? 1 : 0));
    out.number(Math.clamp(status, 0, MAX_STATUS));
  }

  static Failure decode(ByteReader in) {
    int code = in.octet();
    FailureReason reason = FailureReason.ofCode(code >> 1);
    if (reason == null) {
      throw in.corrupt("reason " + (code >> 1) + ", which this version does not support");
    }
    return new Failure(reason, in.atMost(MAX_STATUS, "as a status"), (code & 1) != 0);
  }
}
