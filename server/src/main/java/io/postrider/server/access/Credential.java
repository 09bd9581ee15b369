package io.postrider.server.access;

import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token that opens the admin API now.
 *
 * @param expiresAt when it stops to; null if never
 */
public record Credential(Caller caller, TokenHash hash, @Nullable Instant expiresAt) {}
