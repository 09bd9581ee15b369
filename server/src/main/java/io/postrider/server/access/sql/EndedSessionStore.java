package io.postrider.server.access.sql;

import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Handle;
import java.time.Instant;
import java.util.Set;

/**
 * The sessions that ended before they expired, in SQL. A session is stored until it would expire.
 *
 * <p>May be called from any thread and by several nodes; every call blocks. A change raises the
 * catalog's version in its transaction, so other nodes follow.
 */
public final class EndedSessionStore {

  /** The maximum number of stored sessions. */
  public static final int MAX_SESSIONS = 10_000;

  private final CatalogAccess access;

  public EndedSessionStore(CatalogAccess access) {
    this.access = access;
  }

  /** The IDs of all stored sessions. */
  public static Set<String> all(Handle handle) {
    return handle.select("select id from ended_session").mapTo(String.class).set();
  }

  /** Ends a session, and forgets expired ones; false if too many are stored. */
  public boolean end(String sessionId, Instant expiresAt, Instant now) {
    return access.change(
        handle -> {
          handle.execute("delete from ended_session where expires_at <= ?", now.toEpochMilli());
          if (CatalogAccess.count(
                  handle, "select count(*) from ended_session where id = ?", sessionId)
              > 0) {
            return true;
          }
          if (CatalogAccess.count(handle, "select count(*) from ended_session") >= MAX_SESSIONS) {
            return false;
          }
          handle.execute(
              "insert into ended_session (id, expires_at) values (?, ?)",
              sessionId,
              expiresAt.toEpochMilli());
          CatalogAccess.raiseVersion(handle, CatalogPart.TOKENS);
          return true;
        });
  }
}
