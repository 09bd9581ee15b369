package io.postrider.server.access;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A snapshot of all tokens, indexed by hash and by ID. Immutable. */
public final class Tokens {

  private final Map<TokenHash, Token> byHash = new HashMap<>();
  private final Map<TokenId, Token> byId = new HashMap<>();

  public Tokens(Collection<Token> tokens) {
    for (Token token : tokens) {
      byHash.put(token.hash(), token);
      byId.put(token.id(), token);
    }
  }

  public Optional<Token> find(TokenHash hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  public Optional<Token> find(TokenId id) {
    return Optional.ofNullable(byId.get(id));
  }
}
