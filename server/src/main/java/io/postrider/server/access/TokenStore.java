package io.postrider.server.access;

import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.Map;

/**
 * Where tokens are kept, as hashes.
 *
 * <p>May be called from any thread, and by several nodes at once; every call blocks, and may throw
 * {@link io.postrider.server.database.DatabaseUnavailableException}. A change is durable when its
 * call returns, and raises the catalog's version in the same transaction.
 */
public interface TokenStore {

  /** The same store, whose changes are told in the audit trail, each in its own transaction. */
  TokenStore by(AuditStamp stamp);

  /** The tokens created after a position, in the order of their creation. */
  Slice<Token> page(long after, int limit);

  /** Adds a token, unless there are {@code most} already; false then. */
  boolean create(Token token, int most);

  /** Ends a token; false if there is none of that id. */
  boolean revoke(TokenId id);

  /**
   * Keeps when tokens were last used, never an earlier time over a later one. Tokens that are gone
   * are passed over. This is no change of the catalog.
   */
  void used(Map<TokenId, Instant> lastUses);
}
