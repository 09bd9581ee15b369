package io.postrider.server.access;

import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token that was handed out: everything about it but itself.
 *
 * @param lastUsedAt when it was last used, as far as that was kept; null if never
 * @param expiresAt when it stops working; null if never
 */
public record Token(
    TokenId id,
    String name,
    AccessRole role,
    TokenHash hash,
    Instant createdAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant expiresAt) {

  /** Who calls with it. */
  public Caller caller() {
    return new Caller(id.toString(), name, role);
  }
}
