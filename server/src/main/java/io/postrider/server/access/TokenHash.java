package io.postrider.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The SHA-256 of a token, which is all that is stored. Tokens are random enough to need no salt and
 * no slow hash, so a token is looked up by its hash.
 *
 * <p>Immutable. Comparison takes constant time.
 */
public final class TokenHash {

  private final byte[] digest;

  private TokenHash(byte[] digest) {
    this.digest = digest;
  }

  public static TokenHash of(String token) {
    try {
      return new TokenHash(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("Every JDK has SHA-256", impossible);
    }
  }

  /** A stored hash. */
  public static TokenHash read(byte[] digest) {
    return new TokenHash(digest.clone());
  }

  /** The bytes to store. */
  public byte[] bytes() {
    return digest.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenHash that && MessageDigest.isEqual(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return ByteBuffer.wrap(digest).getInt();
  }

  @Override
  public String toString() {
    return "***";
  }
}
