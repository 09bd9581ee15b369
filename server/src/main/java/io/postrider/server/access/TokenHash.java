package io.postrider.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The SHA-256 of a token: all that is kept of it. Tokens are too random to be found by trying, so
 * no salt and no slow hash is needed, and a token is found by its hash.
 *
 * <p>Immutable. Comparing takes the same time wherever two hashes differ, and so tells a guesser
 * neither how much of a guess was right nor how long the token is.
 */
public final class TokenHash {

  private final byte[] digest;

  private TokenHash(byte[] digest) {
    this.digest = digest;
  }

  /** The hash of a token as it is presented. */
  public static TokenHash of(String token) {
    try {
      return new TokenHash(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("Every JDK has SHA-256", impossible);
    }
  }

  /** The hash that was kept. */
  public static TokenHash read(byte[] digest) {
    return new TokenHash(digest.clone());
  }

  /** What is to be kept. */
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
