package io.postrider.server.people.sql;

import io.postrider.audience.ComputationKind;
import io.postrider.server.database.Columns;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.DestinationBytes;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.RecomputePolicy;
import io.postrider.server.people.audience.StoredComputation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table of computations. Used within a transaction. */
final class StoredComputationRows {

  private static final int AUDIENCE = 0;
  private static final int TRAIT = 1;
  private static final int REVISION_ROW = 1;

  private StoredComputationRows() {}

  static Map<Long, StoredComputation> all(Handle handle) {
    Map<Long, StoredComputation> all = new LinkedHashMap<>();
    handle
        .select("select * from computation order by id")
        .map(row -> stored(row))
        .forEach(stored -> all.put(stored.id(), stored));
    return all;
  }

  private static StoredComputation stored(ResultSet row) throws SQLException {
    return new StoredComputation(
        row.getLong("id"),
        row.getInt("kind") == AUDIENCE ? ComputationKind.AUDIENCE : ComputationKind.TRAIT,
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

  /** Stores a computation, except its size. */
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
        stored.kind() == ComputationKind.AUDIENCE ? AUDIENCE : TRAIT,
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

  /** Moves the runs of computations to a position. */
  static void advance(CompiledStatements statements, List<Long> computations, long after) {
    statements.execute(
        SqlText.of(
            "update computation set run_after = ? where ?",
            after,
            statements.dialect().among("id", computations)));
  }

  static void delete(Handle handle, long id) {
    handle.execute("delete from computation where id = ?", id);
    handle.execute("delete from computation_size where computation = ?", id);
  }

  /** Stores the sizes of this hour, and deletes old ones. */
  static void recordSizes(Handle handle, Instant now) {
    handle.execute(
        "insert into computation_size (computation, at, size)"
            + " select id, cast(? as bigint), size from computation where not deleted"
            + " on conflict (computation, at) do update set size = excluded.size",
        now.truncatedTo(ChronoUnit.HOURS).toEpochMilli());
    handle.execute(
        "delete from computation_size where at < ?", now.minus(PurgeRows.RETENTION).toEpochMilli());
  }

  /** Adds to the sizes of computations, by their numbers; while they are restored they lag. */
  static void grow(Handle handle, Map<Long, Long> growth) {
    try (RowBatch batch =
        new RowBatch(
            handle,
            "update computation set size = case when size + ? < 0 then 0 else size + ? end"
                + " where id = ?")) {
      growth.forEach((computation, more) -> batch.row(more, more, computation));
    }
  }

  /** Changes whenever the triggers of computations may have changed. */
  static long revision(Handle handle, String sharing) {
    return handle
        .select("select number from evaluation where id = ?" + sharing, REVISION_ROW)
        .mapTo(Long.class)
        .one();
  }

  static void apply(Handle handle, Definitions definitions, Instant now) {
    // waits until all transactions that read the old triggers have ended
    handle.execute("update evaluation set number = number + 1 where id = ?", REVISION_ROW);
    Map<Long, StoredComputation> before = all(handle);
    for (Definitions.Entry entry : definitions.inOrder()) {
      StoredComputation old = before.remove(entry.id());
      StoredComputation changed = RecomputePolicy.of(old, entry, now);
      if (!changed.equals(old)) {
        write(handle, changed);
        BackfillRows.update(handle, changed, RecomputePolicy.addedDestinations(old, changed));
      }
    }
    for (StoredComputation removed : before.values()) {
      if (!removed.deleted()) {
        write(handle, removed.asDeleted());
        BackfillRows.update(handle, removed.asDeleted(), List.of());
        handle.execute("delete from outbox where computation = ?", removed.id());
      }
    }
    SweepRows.update(handle, definitions, now);
  }
}
