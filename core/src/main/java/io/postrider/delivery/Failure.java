package io.postrider.delivery;

/**
 * The recorded part of a failure, without its details.
 *
 * @param reason why the attempt failed; if held, why the destination's last attempt failed
 * @param status the HTTP status, or 0 if there was no response
 * @param refused whether it was refused permanently
 * @param held whether the message was never sent, because the destination was failing
 */
public record Failure(FailureReason reason, int status, boolean refused, boolean held) {

  private static final int MAX_STATUS = 999;

  /** The wire name of a held delivery's reason. */
  private static final String HELD = "held";

  /** Added to the code of the reason if held. */
  private static final int HELD_CODE = 64;

  /** A temporary failure without a response. */
  static Failure of(FailureReason reason) {
    return new Failure(reason, 0, false, false);
  }

  /** The failure of a message that was never sent, because of a failing destination. */
  static Failure ofHeld(Failure lastError) {
    return new Failure(lastError.reason, lastError.status, false, true);
  }

  /** The reason to show: of the last attempt, or {@code held} if there was none. */
  public String shownReason() {
    return held ? HELD : reason.wireName();
  }

  /** Extracts the recorded part of a failed attempt. */
  public static Failure of(Outcome.Failure outcome) {
    return switch (outcome) {
      case Outcome.Deferred deferred ->
          new Failure(FailureReason.HTTP_STATUS, deferred.status(), false, false);
      case Outcome.Refused refused -> new Failure(refused.reason(), refused.status(), true, false);
      case Outcome.TimedOut timedOut -> of(timedOut.reason());
      case Outcome.Unreachable unreachable -> of(unreachable.reason());
      case Outcome.Untrusted untrusted -> of(untrusted.reason());
    };
  }

  /** Writes two or three bytes: the reason, held and refused, then the status. */
  void encode(ByteWriter out) {
    int code = reason.code() + (held ? HELD_CODE : 0);
    out.octet((code << 1) | (refused ? 1 : 0));
    out.number(Math.clamp(status, 0, MAX_STATUS));
  }

  static Failure decode(ByteReader in) {
    int octet = in.octet();
    int code = octet >> 1;
    boolean held = code >= HELD_CODE;
    FailureReason reason = FailureReason.ofCode(held ? code - HELD_CODE : code);
    if (reason == null) {
      throw in.corrupt("reason " + code + ", which this version does not support");
    }
    return new Failure(reason, in.atMost(MAX_STATUS, "as a status"), (octet & 1) != 0, held);
  }
}
