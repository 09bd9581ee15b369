package io.postrider.server.people.sql;

import io.postrider.audience.ComputationKind;
import io.postrider.server.database.Columns;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.DestinationBytes;
import io.postrider.server.people.audience.StoredComputation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** How computations lie in their table. To be used within a transaction. */
final class StoredComputationRows {

  private StoredComputationRows() {}

  static Map<Long, StoredComputation> all(Handle handle) {
    Map<Long, StoredComputation> all = new LinkedHashMap<>();
    handle
        .select("select * from computation order by id")
        .map((row, context) -> stored(row))
        .forEach(stored -> all.put(stored.id(), stored));
    return all;
  }

  private static StoredComputation stored(ResultSet row) throws SQLException {
    return new StoredComputation(
        row.getLong("id"),
        kind(row.getInt("kind")),
        row.getLong("version"),
        row.getBoolean("paused"),
        row.getBoolean("realtime"),
        DestinationBytes.read(row.getBytes("destinations")),
        lines(row.getString("looks_at")),
        run(row),
        Columns.time(row, "last_sync_at"),
        Columns.time(row, "next_sync_at"),
        row.getBoolean("deleted"),
        row.getLong("size"));
  }

  private static int number(ComputationKind kind) {
    return switch (kind) {
      case AUDIENCE -> 0;
      case TRAIT -> 1;
    };
  }

  private static ComputationKind kind(int number) {
    return number == number(ComputationKind.AUDIENCE)
        ? ComputationKind.AUDIENCE
        : ComputationKind.TRAIT;
  }

  private static StoredComputation.@Nullable Run run(ResultSet row) throws SQLException {
    Instant startedAt = Columns.time(row, "run_started_at");
    return startedAt == null
        ? null
        : new StoredComputation.Run(
            row.getLong("run_after"), startedAt, row.getBoolean("run_again"));
  }

  static Set<String> lines(String text) {
    return text.isEmpty() ? Set.of() : Set.copyOf(List.of(text.split("\n")));
  }

  /** Keeps a computation; its size stays as it is in the table. */
  static void write(Handle handle, StoredComputation stored) {
    StoredComputation.Run run = stored.run();
    handle.execute(
        "insert into computation (id, kind, version, paused, realtime, destinations, looks_at,"
            + " run_after, run_started_at, run_again, last_sync_at, next_sync_at, deleted, size)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) on conflict (id) do update set"
            + " version = excluded.version, paused = excluded.paused,"
            + " realtime = excluded.realtime, destinations = excluded.destinations,"
            + " looks_at = excluded.looks_at, run_after = excluded.run_after,"
            + " run_started_at = excluded.run_started_at, run_again = excluded.run_again,"
            + " last_sync_at = excluded.last_sync_at, next_sync_at = excluded.next_sync_at,"
            + " deleted = excluded.deleted",
        stored.id(),
        number(stored.kind()),
        stored.version(),
        stored.paused(),
        stored.realtime(),
        DestinationBytes.of(stored.destinations()),
        String.join("\n", stored.triggers()),
        run == null ? null : (Long) run.after(),
        run == null ? null : (Long) run.startedAt().toEpochMilli(),
        run != null && run.again(),
        Columns.millis(stored.lastSyncAt()),
        Columns.millis(stored.nextSyncAt()),
        stored.deleted());
  }

  static void delete(Handle handle, long id) {
    handle.execute("delete from computation where id = ?", id);
    handle.execute("delete from computation_size where computation = ?", id);
  }

  /** Has computations be so much larger, by their numbers. */
  static void grow(CompiledStatements rows, Map<Long, Long> growth) {
    rows.batch(
        "update computation set size = size + ? where id = ?",
        growth.entrySet().stream().filter(entry -> entry.getValue() != 0).toList(),
        (statement, entry) -> {
          statement.setLong(1, entry.getValue());
          statement.setLong(2, entry.getKey());
        });
  }
}
