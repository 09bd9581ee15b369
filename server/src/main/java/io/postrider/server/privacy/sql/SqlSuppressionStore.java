package io.postrider.server.privacy.sql;

import io.postrider.id.SourceId;
import io.postrider.id.Wtf8;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.SuppressionStore;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Suppressions in SQL, as they are read into memory. */
public final class SqlSuppressionStore implements SuppressionStore {

  private static final int FETCHED_AT_ONCE = 10_000;

  private final PrivacyAccess access;

  /** Reads a database that was opened with {@link Schema#PRIVACY}. */
  public SqlSuppressionStore(Database database) {
    this.access = new PrivacyAccess(database);
  }

  private record Versions(long version, long lifted) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Row(byte[] userId, String source) {}

  @Override
  public long load(long known, Sink sink) {
    return access.read(
        handle -> {
          Versions versions = versions(handle);
          if (versions.version() == known) {
            return known;
          }
          boolean whole = versions.lifted() > known;
          if (whole) {
            sink.restart();
          }
          try (Stream<Row> rows = rows(handle, whole ? -1 : known)) {
            rows.forEach(row -> sink.add(source(row.source()), Wtf8.decode(row.userId())));
          }
          return versions.version();
        });
  }

  private static Versions versions(Handle handle) {
    return handle
        .createQuery("select version, lifted_version from privacy where id = 1")
        .map((row, context) -> new Versions(row.getLong(1), row.getLong(2)))
        .one();
  }

  private static Stream<Row> rows(Handle handle, long after) {
    return handle
        .createQuery("select user_id, source from suppression where version > :after")
        .bind("after", after)
        .setFetchSize(FETCHED_AT_ONCE)
        .map((row, context) -> new Row(row.getBytes(1), row.getString(2)))
        .stream();
  }

  /** The source of a column, or null for all of them. */
  static @Nullable SourceId source(String column) {
    return column.isEmpty() ? null : SourceId.parse(column).orElseThrow();
  }

  /** The column of a source; null for all of them. */
  static String column(@Nullable SourceId source) {
    return source == null ? "" : source.toString();
  }
}
