package io.postrider.server.access;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All tokens at one moment: an immutable snapshot, found by hash and by id. */
public final class Tokens {

  private final Map<TokenHash, Token> byHash = new HashMap<>();
  private final Map<TokenId, Token> byId = new HashMap<>();

  /** The snapshot that holds these tokens. */
  public Tokens(Collection<Token> tokens) {
    for (Token token : tokens) {
      byHash.put(token.hash(), token);
      byId.put(token.id(), token);
    }
  }

  /** The token of a hash. */
  public Optional<Token> find(TokenHash hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  /** The token of an id. */
  public Optional<Token> find(TokenId id) {
    return Optional.ofNullable(byId.get(id));
  }
}
