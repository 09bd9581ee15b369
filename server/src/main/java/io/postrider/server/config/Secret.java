package io.postrider.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/**
 * A string that prints as {@code ***}, so that log lines and exceptions do not reveal it.
 *
 * <p>Immutable. Comparison takes constant time.
 */
public final class Secret {

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /** Wraps a string. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The string itself. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret
        && MessageDigest.isEqual(value.getBytes(UTF_8), secret.value.getBytes(UTF_8));
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
