package io.postrider.server.delivery;

import org.jspecify.annotations.Nullable;

/** The body of the requests of a message, and the value of {@code X-Signature}. Immutable. */
final class SignedBody {

  private final byte[] bytes;
  private final @Nullable String signature;

  /**
   * @param bytes nobody changes them any more
   * @param signature null if the destination has no secret
   */
  SignedBody(byte[] bytes, @Nullable String signature) {
    this.bytes = bytes;
    this.signature = signature;
  }

  byte[] bytes() {
    return bytes;
  }

  @Nullable String signature() {
    return signature;
  }
}
