package io.postrider.route;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key that lets a program write to a source.
 *
 * @param expiresAt when a rotated key expires; null for the current one
 */
public record WriteKey(String value, Instant createdAt, @Nullable Instant expiresAt) {

  public boolean validAt(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }
}
