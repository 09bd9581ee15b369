package io.postrider.server.access;

import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An issued token, without its secret text.
 *
 * @param lastUsedAt when it was last used, as far as saved; null if never
 * @param expiresAt when it expires; null if never
 */
public record Token(
    TokenId id,
    String name,
    AccessRole role,
    TokenHash hash,
    Instant createdAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant expiresAt) {

  public Caller caller() {
    return new Caller(id.toString(), name, role);
  }
}
