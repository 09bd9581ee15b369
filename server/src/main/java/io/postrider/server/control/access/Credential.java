package io.postrider.server.control.access;

import io.postrider.server.control.TokenHash;
import io.postrider.server.http.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token that opens the admin API now.
 *
 * @param expiresAt when it stops to; null if never
 */
record Credential(Caller caller, TokenHash hash, @Nullable Instant expiresAt) {}
