package io.postrider.server.privacy.sql;

import io.postrider.id.SourceId;
import io.postrider.id.Wtf8;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.QueryRows;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.RegulationStore;
import io.postrider.server.privacy.SuppressionStore;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Suppressions in SQL. */
public final class SqlSuppressionStore implements SuppressionStore {
  private static final int FETCH_SIZE = 10_000;

  private final Database database;

  /** Reads a database that was opened with {@link Schema#PRIVACY}. */
  public SqlSuppressionStore(Database database) {
    this.database = database;
  }

  private record Versions(long version, long lifted) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Row(byte[] userId, String source) {}

  @Override
  public long load(long known, Sink sink) {
    // asked every second, and rarely anything else
    if (database.list(Long.class, "select version from privacy where id = 1").getFirst() == known) {
      return known;
    }
    return database.read(
        handle -> {
          Versions versions =
              handle
                  .select("select version, lifted_version as lifted from privacy where id = 1")
                  .mapTo(Versions.class)
                  .one();
          boolean whole = versions.lifted() > known;
          if (whole) {
            sink.restart();
          }
          rows(handle, whole ? -1 : known)
              .forEach(row -> sink.add(source(row.source()), Wtf8.decode(row.userId())));
          return versions.version();
        });
  }

  /** Mapped by hand: a node reads all suppressions, of which there may be millions. */
  private static QueryRows<Row> rows(Handle handle, long after) {
    return handle
        .select("select user_id, source from suppression where version > :after")
        .bind("after", after)
        .setFetchSize(FETCH_SIZE)
        .map(row -> new Row(row.getBytes(1), row.getString(2)));
  }

  /** The source of a column; null for all sources. */
  static @Nullable SourceId source(String column) {
    return column.isEmpty() ? null : SourceId.parse(column).orElseThrow();
  }

  /** The column of a source; null for all sources. */
  static String column(@Nullable SourceId source) {
    return source == null ? "" : source.toString();
  }

  /** Suppresses the users of a regulation; returns how many suppressions are new. */
  static int add(Handle handle, RegulationStore.Order order, long version) {
    int added = 0;
    for (String source : scopes(order)) {
      try (PreparedBatch batch =
          handle.prepareBatch(
              "insert into suppression (user_id, source, version, regulation_id, created_at)"
                  + " values (?, ?, ?, ?, ?) on conflict do nothing")) {
        for (String user : order.subjects()) {
          batch.add(
              Wtf8.encode(user),
              source,
              version,
              order.id().bits(),
              order.createdAt().toEpochMilli());
        }
        added += sum(batch);
      }
    }
    handle.execute("update privacy set suppressions = suppressions + ? where id = 1", added);
    return added;
  }

  /** Lifts suppressions of the users, at the sources of a regulation or all; returns how many. */
  static int lift(Handle handle, RegulationStore.Order order, long version) {
    int lifted = 0;
    boolean everything = order.sources().isEmpty();
    for (String source : scopes(order)) {
      try (PreparedBatch batch =
          handle.prepareBatch(
              "delete from suppression where user_id = ?"
                  + (everything ? "" : " and source = ?"))) {
        for (String user : order.subjects()) {
          if (everything) {
            batch.add((Object) Wtf8.encode(user));
          } else {
            batch.add(Wtf8.encode(user), source);
          }
        }
        lifted += sum(batch);
      }
    }
    if (lifted > 0) {
      handle.execute(
          "update privacy set suppressions = suppressions - ?, lifted_version = ? where id = 1",
          lifted,
          version);
    }
    return lifted;
  }

  private static List<String> scopes(RegulationStore.Order order) {
    return order.sources().isEmpty()
        ? List.of(column(null))
        : order.sources().stream().map(SqlSuppressionStore::column).toList();
  }

  private static int sum(PreparedBatch batch) {
    return Arrays.stream(batch.execute()).sum();
  }
}
