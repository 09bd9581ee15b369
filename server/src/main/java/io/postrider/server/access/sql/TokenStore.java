package io.postrider.server.access.sql;

import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.Token;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenId;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Columns;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.AccessRole;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tokens in SQL, as hashes.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * DatabaseUnavailableException}. A change raises the catalog's version in its transaction.
 */
public final class TokenStore {

  private final CatalogAccess access;
  private final @Nullable AuditStamp stamp;

  public TokenStore(CatalogAccess access) {
    this(access, null);
  }

  private TokenStore(CatalogAccess access, @Nullable AuditStamp stamp) {
    this.access = access;
    this.stamp = stamp;
  }

  /** This store with audit entries for its changes. */
  public TokenStore by(AuditStamp author) {
    return new TokenStore(access, author);
  }

  /** All tokens, oldest first. */
  public static List<Token> all(Handle handle) {
    return read(handle, IdQuery.all("access_token")).stream().map(Placed::token).toList();
  }

  /** The tokens created after a version, oldest first. */
  public Slice<Token> page(long after, int limit) {
    List<Placed> found =
        access.read(handle -> read(handle, IdQuery.page("access_token", after, limit + 1)));
    return Slice.of(found, limit, Placed::createdVersion).map(Placed::token);
  }

  /** Adds a token; false if {@code most} exist. */
  public boolean create(Token token, int most) {
    return access.change(
        handle -> {
          if (CatalogAccess.count(handle, "select count(*) from access_token") >= most) {
            return false;
          }
          CatalogAccess.raiseVersion(handle, CatalogPart.TOKENS);
          insert(handle, token, CatalogAccess.version(handle));
          SqlAuditTrail.add(handle, stamp, subject(token).created(fields(token)));
          return true;
        });
  }

  /** Deletes a token; false if it does not exist. */
  public boolean revoke(TokenId id) {
    return access.change(
        handle -> {
          List<Placed> found = read(handle, IdQuery.one("access_token", id.bits()));
          if (found.isEmpty()) {
            return false;
          }
          handle.execute("delete from access_token where id = ?", id.bits());
          CatalogAccess.raiseVersion(handle, CatalogPart.TOKENS);
          Token token = found.getFirst().token();
          SqlAuditTrail.add(
              handle,
              stamp,
              new AuditEvent(
                  "token.revoked", subject(token), fields(token).changesTo(AuditFields.none())));
          return true;
        });
  }

  /**
   * Saves the times of last use; never replaces a later time. Ignores tokens that do not exist.
   * Does not raise the catalog's version.
   */
  public void used(Map<TokenId, Instant> lastUses) {
    // Ordered by ID, so that nodes that do this at the same time cannot deadlock.
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

  private static AuditEvent.Subject subject(Token token) {
    return new AuditEvent.Subject("token", token.id().toString(), token.name());
  }

  private static AuditFields fields(Token token) {
    return AuditFields.none()
        .with("name", token.name())
        .with("role", token.role().wireName())
        .with("expiresAt", token.expiresAt());
  }

  private record Placed(long createdVersion, Token token) {}

  private static List<Placed> read(Handle handle, IdQuery selection) {
    return handle
        .select(
            "select * from access_token where id in (%s) order by created_version"
                .formatted(selection.ids()),
            selection.values().toArray())
        .map(row -> new Placed(row.getLong("created_version"), token(row)))
        .list();
  }

  private static Token token(ResultSet row) throws SQLException {
    return new Token(
        new TokenId(row.getLong("id")),
        ExactText.read(row.getString("name"), row.getBytes("name_exact")),
        AccessRole.parse(row.getString("role")).orElseThrow(),
        TokenHash.read(row.getBytes("hash")),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Columns.time(row, "last_used_at"),
        Columns.time(row, "expires_at"));
  }

  private static void insert(Handle handle, Token token, long createdVersion) {
    handle
        .createUpdate(
            "insert into access_token (id, created_version, name, name_exact, role, hash,"
                + " created_at, last_used_at, expires_at) values (:id, :version, :name, :exact,"
                + " :role, :hash, :createdAt, :lastUsedAt, :expiresAt)")
        .bind("id", token.id().bits())
        .bind("version", createdVersion)
        .bind("name", ExactText.readable(token.name()))
        .bind("exact", ExactText.exact(token.name()))
        .bind("role", token.role().wireName())
        .bind("hash", token.hash().bytes())
        .bind("createdAt", token.createdAt().toEpochMilli())
        .bind("lastUsedAt", Columns.millis(token.lastUsedAt()))
        .bind("expiresAt", Columns.millis(token.expiresAt()))
        .execute();
  }
}
