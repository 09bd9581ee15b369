package io.postrider.server.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.config.Secret;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The token that opens the admin API.
 *
 * <p>Immutable. It keeps a digest alone, and comparing digests in constant time tells a guesser
 * neither how much of a guess was right nor how long the token is.
 */
public final class AdminToken {

  private final byte[] digest;

  private AdminToken(byte[] digest) {
    this.digest = digest;
  }

  /**
   * The token of a secret.
   *
   * @throws IllegalArgumentException if a header cannot carry it
   */
  public static AdminToken of(Secret secret) {
    String text = secret.reveal();
    if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "The admin token must be made of visible ASCII characters without spaces");
    }
    return new AdminToken(sha256(text));
  }

  boolean matches(String presented) {
    return MessageDigest.isEqual(digest, sha256(presented));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("Every JDK has SHA-256", impossible);
    }
  }
}
