package io.postrider.server.access;

import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The valid tokens of the admin API: the operator's token, and the issued tokens that are neither
 * revoked nor expired. May be called from any thread and never blocks.
 */
public final class TokenLookup {

  /** The caller with the operator's token. */
  static final Caller ROOT = new Caller("root", "Admin token", AccessRole.ADMIN);

  private final AdminToken root;
  private final Supplier<Tokens> tokens;

  /**
   * A valid token.
   *
   * @param expiresAt when it expires; null if never
   */
  public record Credential(Caller caller, TokenHash hash, @Nullable Instant expiresAt) {}

  public TokenLookup(AdminToken root, Supplier<Tokens> tokens) {
    this.root = root;
    this.tokens = tokens;
  }

  public Optional<Credential> find(TokenHash presented, Instant now) {
    return root.hash().equals(presented)
        ? Optional.of(operator())
        : tokens.get().find(presented).flatMap(token -> valid(token, now));
  }

  /** The current credential of a caller that was authenticated before. */
  public Optional<Credential> find(String callerId, Instant now) {
    return callerId.equals(ROOT.id())
        ? Optional.of(operator())
        : TokenId.parse(callerId)
            .flatMap(id -> tokens.get().find(id))
            .flatMap(token -> valid(token, now));
  }

  /** Whether a session ended before it expired. */
  boolean isEnded(String sessionId) {
    return tokens.get().isEnded(sessionId);
  }

  private Credential operator() {
    return new Credential(ROOT, root.hash(), null);
  }

  private static Optional<Credential> valid(Token token, Instant now) {
    return token.expiresAt() == null || now.isBefore(token.expiresAt())
        ? Optional.of(new Credential(token.caller(), token.hash(), token.expiresAt()))
        : Optional.empty();
  }
}
