package io.postrider.server.access;

import io.postrider.server.http.admin.ApiRequest;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A snapshot of all tokens, indexed by hash and by ID, and of ended sessions. Immutable. */
public final class Tokens {

  private final Map<TokenHash, Token> byHash = new HashMap<>();
  private final Map<TokenId, Token> byId = new LinkedHashMap<>();
  private final Set<String> endedSessions;

  public Tokens(Collection<Token> tokens, Set<String> endedSessions) {
    this.endedSessions = Set.copyOf(endedSessions);
    for (Token token : tokens) {
      byHash.put(token.hash(), token);
      byId.put(token.id(), token);
    }
  }

  public Optional<Token> find(TokenHash hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  /** All tokens, oldest first. */
  public Collection<Token> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** Whether the token and the session that a request was authenticated with are still in force. */
  public boolean stillAllow(ApiRequest call) {
    boolean bySession = call.head().header("Authorization") == null;
    return TokenId.parse(call.caller().id()).map(byId::containsKey).orElse(true)
        && !(bySession && SessionCookie.sessionId(call.head()).filter(this::isEnded).isPresent());
  }

  /** Whether a session ended before it expired. */
  public boolean isEnded(String sessionId) {
    return endedSessions.contains(sessionId);
  }

  public Optional<Token> find(TokenId id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tokens tokens
        && byId.equals(tokens.byId)
        && endedSessions.equals(tokens.endedSessions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(byId, endedSessions);
  }
}
