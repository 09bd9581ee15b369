package io.postrider.server.access;

import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Every token that opens the admin API: the operator's, and those that were handed out, are not
 * revoked and have not expired. May be called from any thread and never blocks.
 */
public final class Keyring {

  /** Whoever has the operator's token. */
  static final Caller ROOT = new Caller("root", "Admin token", AccessRole.ADMIN);

  private final AdminToken root;
  private final Supplier<Tokens> tokens;

  /** The keyring of an installation; the tokens are asked for each time. */
  public Keyring(AdminToken root, Supplier<Tokens> tokens) {
    this.root = root;
    this.tokens = tokens;
  }

  /** The credential of a token as it was presented. */
  public Optional<Credential> find(TokenHash presented, Instant now) {
    return root.hash().equals(presented)
        ? Optional.of(operator())
        : tokens.get().find(presented).flatMap(token -> valid(token, now));
  }

  /** The credential of a caller who was let in before, as it is now. */
  public Optional<Credential> find(String callerId, Instant now) {
    return callerId.equals(ROOT.id())
        ? Optional.of(operator())
        : TokenId.parse(callerId)
            .flatMap(id -> tokens.get().find(id))
            .flatMap(token -> valid(token, now));
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
