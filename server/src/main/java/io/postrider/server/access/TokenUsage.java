package io.postrider.server.access;

import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When each token was last used here, in memory until somebody keeps it. May be called from any
 * thread; it holds one time for each token there is, and a lock for no longer than it takes to put
 * it there.
 */
public final class TokenUsage {

  private Map<TokenId, Instant> uses = new HashMap<>();

  /** Notes that a token let somebody in; the operator's is not counted. */
  public void note(Caller caller, Instant now) {
    TokenId.parse(caller.id()).ifPresent(id -> note(id, now));
  }

  public synchronized void note(TokenId id, Instant at) {
    uses.merge(id, at, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** The last use that is noted and not taken. */
  public synchronized Optional<Instant> of(TokenId id) {
    return Optional.ofNullable(uses.get(id));
  }

  /** Takes all that is noted, for keeping. */
  synchronized Map<TokenId, Instant> take() {
    Map<TokenId, Instant> taken = uses;
    uses = new HashMap<>();
    return taken;
  }
}
