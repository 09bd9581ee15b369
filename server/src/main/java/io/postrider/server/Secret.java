package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/**
 * A text that must never be shown: it prints as {@code ***}, so that a log line, an exception or a
 * record that holds one gives nothing away.
 *
 * <p>Immutable. Equality takes the same time wherever two secrets differ.
 */
public final class Secret {

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /** The secret of a text. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The text itself, for the one place that needs it. */
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
