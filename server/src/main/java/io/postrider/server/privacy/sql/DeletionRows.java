package io.postrider.server.privacy.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import io.postrider.server.privacy.RegulationStore.SourceProgress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Reads and writes the progress of deletions. Used within a transaction. */
final class DeletionRows {
  private static final String COUNTS = "waiting, delivered, failed, cancelled, expired, reason";

  private DeletionRows() {}

  static Deletion state(Handle handle, RegulationId id) {
    List<Deletion.Work> sources = sources(handle, id);
    DeleteCounts counts =
        handle
            .select(
                "select coalesce(sum(waiting), 0), coalesce(sum(delivered), 0),"
                    + " coalesce(sum(failed), 0), coalesce(sum(cancelled), 0),"
                    + " coalesce(sum(expired), 0), max(reason)"
                    + " from deletion_fate where regulation_id = ?",
                id.bits())
            .map((row, context) -> counts(row, 1))
            .one();
    return handle
        .select("select status, subjects, erased, to_all from regulation where id = ?", id.bits())
        .map(
            (row, context) ->
                new Deletion(
                    RegulationStatus.valueOf(row.getString(1)),
                    row.getInt(2),
                    row.getBoolean(3),
                    row.getBoolean(4),
                    sources,
                    counts))
        .one();
  }

  private static List<Deletion.Work> sources(Handle handle, RegulationId id) {
    return handle
        .select(
            "select ordinal, source_id, next_subject from deletion_source"
                + " where regulation_id = ? order by ordinal",
            id.bits())
        .map(
            (row, context) ->
                new Deletion.Work(row.getInt(1), new SourceId(row.getLong(2)), row.getInt(3)))
        .list();
  }

  /** The counts in six columns, from the first one. */
  private static DeleteCounts counts(ResultSet row, int first) throws SQLException {
    return new DeleteCounts(
        row.getLong(first),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4),
        row.getString(first + 5));
  }

  static Map<DestinationId, DeleteCounts> counts(
      Handle handle, RegulationId id, int sourceOrdinal, int firstSubject) {
    Map<DestinationId, DeleteCounts> counts = new HashMap<>();
    handle
        .select(
            "select destination_id, "
                + COUNTS
                + " from deletion_fate where regulation_id = ? and source_ordinal = ?"
                + " and first_subject = ?",
            id.bits(),
            sourceOrdinal,
            firstSubject)
        .map((row, context) -> Map.entry(new DestinationId(row.getLong(1)), counts(row, 2)))
        .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
    return counts;
  }

  static void writeCounts(
      Handle handle,
      RegulationId id,
      int sourceOrdinal,
      int firstSubject,
      DestinationId destination,
      DeleteCounts counts) {
    handle.execute(
        "insert into deletion_fate (regulation_id, source_ordinal, first_subject, destination_id, "
            + COUNTS
            + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (regulation_id, source_ordinal, first_subject, destination_id)"
            + " do update set waiting = excluded.waiting, delivered = excluded.delivered,"
            + " failed = excluded.failed, cancelled = excluded.cancelled,"
            + " expired = excluded.expired, reason = excluded.reason",
        id.bits(),
        sourceOrdinal,
        firstSubject,
        destination.bits(),
        counts.waiting(),
        counts.delivered(),
        counts.failed(),
        counts.cancelled(),
        counts.expired(),
        counts.reason());
  }

  private record Progress(int ordinal, DestinationId destination, DeleteCounts counts) {}

  static List<SourceProgress> progress(Handle handle, RegulationId id) {
    Map<Integer, Map<DestinationId, DeleteCounts>> bySource = new HashMap<>();
    handle
        .select(
            "select source_ordinal, destination_id, sum(waiting), sum(delivered),"
                + " sum(failed), sum(cancelled), sum(expired), max(reason)"
                + " from deletion_fate where regulation_id = ?"
                + " group by source_ordinal, destination_id",
            id.bits())
        .map(
            (row, context) ->
                new Progress(row.getInt(1), new DestinationId(row.getLong(2)), counts(row, 3)))
        .forEach(
            one ->
                bySource
                    .computeIfAbsent(one.ordinal, ordinal -> new HashMap<>())
                    .put(one.destination, one.counts));
    return sources(handle, id).stream()
        .map(
            work ->
                new SourceProgress(
                    work.source(),
                    work.nextSubject(),
                    bySource.getOrDefault(work.ordinal(), Map.of())))
        .toList();
  }
}
