package io.postrider.delivery;

/**
 * Encodes a failure in two or three bytes: the reason and whether it was refused, then the status.
 */
final class FailureCodec {

  private static final int MOST_STATUS = 999;

  private FailureCodec() {}

  static void encode(Failure failure, ByteWriter out) {
    out.octet((failure.reason().code() << 1) | (failure.refused() ? 1 : 0));
    out.number(Math.clamp(failure.status(), 0, MOST_STATUS));
  }

  static Failure decode(ByteReader in) {
    int code = in.octet();
    FailureReason reason = FailureReason.ofCode(code >> 1);
    if (reason == null) {
      throw in.corrupt("reason " + (code >> 1) + ", which this version does not support");
    }
    return new Failure(reason, in.atMost(MOST_STATUS, "as a status"), (code & 1) != 0);
  }
}
