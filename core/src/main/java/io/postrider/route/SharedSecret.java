package io.postrider.route;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A signing secret of a destination. Prints as {@code ***}.
 *
 * @param expiresAt when a rotated secret expires; null for the current one
 */
public record SharedSecret(String value, @Nullable Instant expiresAt) {

  public static SharedSecret current(String value) {
    return new SharedSecret(value, null);
  }

  public boolean validAt(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }

  @Override
  public String toString() {
    return "***";
  }
}
