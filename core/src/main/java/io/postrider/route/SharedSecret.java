package io.postrider.route;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A secret that a destination's requests are signed with. Prints as {@code ***}.
 *
 * @param value the secret itself
 * @param expiresAt when it stops being used, for one that was rotated away; null for the current
 */
public record SharedSecret(String value, @Nullable Instant expiresAt) {

  /** A secret that is used until it is replaced. */
  public static SharedSecret current(String value) {
    return new SharedSecret(value, null);
  }

  /** Whether it is still used at a time. */
  public boolean validAt(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }

  @Override
  public String toString() {
    return "***";
  }
}
