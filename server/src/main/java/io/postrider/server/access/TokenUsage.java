package io.postrider.server.access;

import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The last use of each token on this node, in memory until it is flushed. May be called from any
 * thread; holds at most one time per token.
 */
public final class TokenUsage {

  private Map<TokenId, Instant> uses = new HashMap<>();

  /** Records the use of a caller's token; the operator's token is ignored. */
  public void record(Caller caller, Instant now) {
    TokenId.parse(caller.id()).ifPresent(id -> record(id, now));
  }

  synchronized void record(TokenId id, Instant at) {
    uses.merge(id, at, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** The last use that is not flushed yet. */
  public synchronized Optional<Instant> of(TokenId id) {
    return Optional.ofNullable(uses.get(id));
  }

  /** Hands the recorded uses to a store; if it throws, they stay recorded. */
  void flush(Consumer<Map<TokenId, Instant>> store) {
    Map<TokenId, Instant> taken = take();
    if (taken.isEmpty()) {
      return;
    }
    try {
      store.accept(taken);
    } catch (RuntimeException failure) {
      taken.forEach(this::record);
      throw failure;
    }
  }

  private synchronized Map<TokenId, Instant> take() {
    Map<TokenId, Instant> taken = uses;
    uses = new HashMap<>();
    return taken;
  }
}
