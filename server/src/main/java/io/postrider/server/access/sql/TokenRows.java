package io.postrider.server.access.sql;

import io.postrider.server.access.Token;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenId;
import io.postrider.server.database.Columns;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.IdQuery;
import io.postrider.server.http.admin.AccessRole;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** How a token lies in its table. */
public final class TokenRows {

  private TokenRows() {}

  /** A token and its place in the order of creation. */
  record Placed(long createdVersion, Token token) {}

  public static List<Token> all(Handle handle) {
    return read(handle, IdQuery.all("access_token")).stream().map(Placed::token).toList();
  }

  /** The tokens of a selection, in the order of their creation. */
  static List<Placed> read(Handle handle, IdQuery selection) {
    return handle
        .select(
            "select * from access_token where id in (%s) order by created_version"
                .formatted(selection.ids()),
            selection.values().toArray())
        .map((row, context) -> new Placed(row.getLong("created_version"), token(row)))
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

  static void insert(Handle handle, Token token, long createdVersion) {
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
