package io.postrider.server.store;

import io.postrider.route.Source;
import io.postrider.route.SourceId;
import io.postrider.route.SourceType;
import io.postrider.route.WriteKey;
import io.postrider.server.control.SourceStore;
import io.postrider.server.control.StoreUnavailableException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jspecify.annotations.Nullable;

/**
 * Sources in SQL.
 *
 * <p>Every change first takes the lock of the catalog's one row, so changes run one after the other
 * on all nodes and versions become visible in their order.
 */
public final class SqlSourceStore implements SourceStore {

  private final Database database;

  /** Keeps sources in a database that was opened with {@link Schema#CATALOG}. */
  public SqlSourceStore(Database database) {
    this.database = database;
  }

  @Override
  public long version() {
    return read(SqlSourceStore::version);
  }

  @Override
  public Snapshot load() {
    return read(
        handle -> {
          List<Row> rows =
              handle
                  .createQuery("select * from source order by created_version")
                  .map((row, context) -> Row.of(row))
                  .list();
          Map<Long, List<WriteKey>> keys = new HashMap<>();
          handle
              .createQuery("select * from write_key order by source_id, ordinal")
              .map((row, context) -> Map.entry(row.getLong("source_id"), key(row)))
              .forEach(
                  entry ->
                      keys.computeIfAbsent(entry.getKey(), id -> new ArrayList<>())
                          .add(entry.getValue()));
          return new Snapshot(
              version(handle),
              rows.stream().map(row -> row.source(keys.getOrDefault(row.id, List.of()))).toList());
        });
  }

  @Override
  public Page page(long after, int limit) {
    return read(
        handle -> {
          List<Row> rows =
              handle
                  .createQuery(
                      "select * from source where created_version > :after"
                          + " order by created_version limit :limit")
                  .bind("after", after)
                  .bind("limit", limit + 1)
                  .map((row, context) -> Row.of(row))
                  .list();
          List<Row> shown = rows.subList(0, Math.min(limit, rows.size()));
          return new Page(
              shown.stream().map(row -> row.source(keys(handle, row.id))).toList(),
              rows.size() > limit ? shown.getLast().createdVersion : null);
        });
  }

  @Override
  public Optional<Source> find(SourceId id) {
    return read(handle -> find(handle, id));
  }

  @Override
  public Creation create(Source source, int most) {
    return write(
        handle -> {
          lock(handle);
          if (count(handle, "select count(*) from source") >= most) {
            return Creation.FULL;
          }
          return insert(handle, source) ? Creation.CREATED : Creation.TAKEN;
        });
  }

  @Override
  public boolean createFirst(Source source) {
    return write(
        handle -> {
          lock(handle);
          return count(handle, "select count(*) from catalog where had_source") == 0
              && insert(handle, source);
        });
  }

  @Override
  public Optional<Source> change(SourceId id, UnaryOperator<Source> change) {
    return write(
        handle -> {
          lock(handle);
          Optional<Source> found = find(handle, id);
          if (found.isEmpty()) {
            return found;
          }
          Source changed = change.apply(found.get());
          if (changed.equals(found.get())) {
            return found;
          }
          handle
              .createUpdate(
                  "update source set name = :name, name_exact = :exact, type = :type,"
                      + " enabled = :enabled, rate_limit = :rateLimit where id = :id")
              .bind("id", id.bits())
              .bind("name", ExactText.readable(changed.name()))
              .bind("exact", ExactText.exact(changed.name()))
              .bind("type", changed.type().wireName())
              .bind("enabled", changed.enabled())
              .bind("rateLimit", changed.rateLimit())
              .execute();
          handle.execute("delete from write_key where source_id = ?", id.bits());
          insertKeys(handle, id, changed.writeKeys());
          raiseVersion(handle);
          return Optional.of(changed);
        });
  }

  @Override
  public boolean delete(SourceId id) {
    return write(
        handle -> {
          lock(handle);
          if (handle.execute("delete from source where id = ?", id.bits()) == 0) {
            return false;
          }
          raiseVersion(handle);
          return true;
        });
  }

  private static boolean insert(Handle handle, Source source) {
    if (find(handle, source.id()).isPresent()) {
      return false;
    }
    for (WriteKey key : source.writeKeys()) {
      if (count(handle, "select count(*) from write_key where value = ?", key.value()) > 0) {
        return false;
      }
    }
    raiseVersion(handle);
    handle
        .createUpdate(
            "insert into source (id, created_version, name, name_exact, type, enabled, rate_limit,"
                + " created_at) values (:id, :version, :name, :exact, :type, :enabled,"
                + " :rateLimit, :createdAt)")
        .bind("id", source.id().bits())
        .bind("version", version(handle))
        .bind("name", ExactText.readable(source.name()))
        .bind("exact", ExactText.exact(source.name()))
        .bind("type", source.type().wireName())
        .bind("enabled", source.enabled())
        .bind("rateLimit", source.rateLimit())
        .bind("createdAt", source.createdAt().toEpochMilli())
        .execute();
    insertKeys(handle, source.id(), source.writeKeys());
    handle.execute("update catalog set had_source = true where id = 1");
    return true;
  }

  private static void insertKeys(Handle handle, SourceId id, List<WriteKey> keys) {
    for (int i = 0; i < keys.size(); i++) {
      WriteKey key = keys.get(i);
      Instant expiresAt = key.expiresAt();
      handle
          .createUpdate(
              "insert into write_key (value, source_id, ordinal, created_at, expires_at)"
                  + " values (:value, :source, :ordinal, :createdAt, :expiresAt)")
          .bind("value", key.value())
          .bind("source", id.bits())
          .bind("ordinal", i)
          .bind("createdAt", key.createdAt().toEpochMilli())
          .bind("expiresAt", expiresAt == null ? null : (Long) expiresAt.toEpochMilli())
          .execute();
    }
  }

  private static Optional<Source> find(Handle handle, SourceId id) {
    return handle
        .createQuery("select * from source where id = ?")
        .bind(0, id.bits())
        .map((row, context) -> Row.of(row))
        .findOne()
        .map(row -> row.source(keys(handle, row.id)));
  }

  private static List<WriteKey> keys(Handle handle, long sourceId) {
    return handle
        .createQuery("select * from write_key where source_id = ? order by ordinal")
        .bind(0, sourceId)
        .map((row, context) -> key(row))
        .list();
  }

  private static WriteKey key(ResultSet row) throws SQLException {
    long expiresAt = row.getLong("expires_at");
    Instant expiry = row.wasNull() ? null : Instant.ofEpochMilli(expiresAt);
    return new WriteKey(
        row.getString("value"), Instant.ofEpochMilli(row.getLong("created_at")), expiry);
  }

  private static long version(Handle handle) {
    return handle.createQuery("select version from catalog").mapTo(Long.class).one();
  }

  private static long count(Handle handle, String sql, Object... values) {
    return handle.select(sql, values).mapTo(Long.class).one();
  }

  private static void lock(Handle handle) {
    handle.execute("update catalog set version = version where id = 1");
  }

  private static void raiseVersion(Handle handle) {
    handle.execute("update catalog set version = version + 1 where id = 1");
  }

  private <T> T read(HandleCallback<T, RuntimeException> work) {
    try {
      return database.read(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreUnavailableException(away);
    }
  }

  private <T> T write(HandleCallback<T, RuntimeException> work) {
    try {
      return database.write(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreUnavailableException(away);
    }
  }

  /** A row of the source table, without its keys. */
  private record Row(
      long id,
      long createdVersion,
      String name,
      SourceType type,
      boolean enabled,
      @Nullable Integer rateLimit,
      Instant createdAt) {

    static Row of(ResultSet row) throws SQLException {
      int rateLimit = row.getInt("rate_limit");
      boolean unlimited = row.wasNull();
      return new Row(
          row.getLong("id"),
          row.getLong("created_version"),
          ExactText.read(row.getString("name"), row.getBytes("name_exact")),
          SourceType.parse(row.getString("type")).orElseThrow(),
          row.getBoolean("enabled"),
          unlimited ? null : (Integer) rateLimit,
          Instant.ofEpochMilli(row.getLong("created_at")));
    }

    Source source(List<WriteKey> keys) {
      return new Source(new SourceId(id), name, type, enabled, rateLimit, keys, createdAt);
    }
  }
}
