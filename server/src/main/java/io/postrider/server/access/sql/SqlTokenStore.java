package io.postrider.server.access.sql;

import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.Token;
import io.postrider.server.access.TokenAuditFields;
import io.postrider.server.access.TokenId;
import io.postrider.server.access.TokenStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tokens in SQL. */
public final class SqlTokenStore implements TokenStore {

  private final CatalogAccess access;
  private final @Nullable AuditStamp stamp;

  /** Keeps tokens in a database that was opened with {@link Schema#CATALOG}. */
  public SqlTokenStore(Database database) {
    this(new CatalogAccess(database), null);
  }

  private SqlTokenStore(CatalogAccess access, @Nullable AuditStamp stamp) {
    this.access = access;
    this.stamp = stamp;
  }

  @Override
  public TokenStore by(AuditStamp author) {
    return new SqlTokenStore(access, author);
  }

  @Override
  public Slice<Token> page(long after, int limit) {
    List<TokenRows.Placed> found =
        access.read(
            handle -> TokenRows.read(handle, IdQuery.page("access_token", after, limit + 1)));
    return Slice.of(found, limit, TokenRows.Placed::createdVersion).map(TokenRows.Placed::token);
  }

  @Override
  public boolean create(Token token, int most) {
    return access.change(
        handle -> {
          if (CatalogAccess.count(handle, "select count(*) from access_token") >= most) {
            return false;
          }
          CatalogAccess.raiseVersion(handle);
          TokenRows.insert(handle, token, CatalogAccess.version(handle));
          AuditRows.add(handle, stamp, TokenAuditFields.created(token));
          return true;
        });
  }

  @Override
  public boolean revoke(TokenId id) {
    return access.change(
        handle -> {
          List<TokenRows.Placed> found =
              TokenRows.read(handle, IdQuery.one("access_token", id.bits()));
          if (found.isEmpty()) {
            return false;
          }
          handle.execute("delete from access_token where id = ?", id.bits());
          CatalogAccess.raiseVersion(handle);
          AuditRows.add(handle, stamp, TokenAuditFields.revoked(found.getFirst().token()));
          return true;
        });
  }

  /**
   * In the order of ids, so that nodes that do this at once wait for each other and not crosswise.
   */
  @Override
  public void used(Map<TokenId, Instant> lastUses) {
    Map<Long, Instant> ordered = new TreeMap<>();
    lastUses.forEach((id, at) -> ordered.put(id.bits(), at));
    access.note(
        handle -> {
          ordered.forEach(
              (id, at) ->
                  handle.execute(
                      "update access_token set last_used_at = ? where id = ?"
                          + " and (last_used_at is null or last_used_at < ?)",
                      at.toEpochMilli(),
                      id,
                      at.toEpochMilli()));
          return ordered.size();
        });
  }
}
