package io.postrider.server.privacy.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Reads and writes the progress of deletions. */
final class DeletionRows {

  private DeletionRows() {}

  static Deletion state(Handle handle, RegulationId id) {
    List<Deletion.Work> sources = sources(handle, id);
    DeleteCounts fates =
        handle
            .select(
                "select coalesce(sum(waiting), 0), coalesce(sum(delivered), 0),"
                    + " coalesce(sum(failed), 0), coalesce(sum(cancelled), 0),"
                    + " coalesce(sum(expired), 0), max(reason)"
                    + " from deletion_fate where regulation_id = ?",
                id.bits())
            .map((row, context) -> tally(row, 1))
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
                    fates))
        .one();
  }

  static List<Deletion.Work> sources(Handle handle, RegulationId id) {
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
  static DeleteCounts tally(ResultSet row, int first) throws SQLException {
    return new DeleteCounts(
        row.getLong(first),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4),
        row.getString(first + 5));
  }

  private record Fate(DestinationId destination, DeleteCounts tally) {}

  static Map<DestinationId, DeleteCounts> fates(
      Handle handle, RegulationId id, int sourceOrdinal, int firstSubject) {
    Map<DestinationId, DeleteCounts> fates = new HashMap<>();
    handle
        .select(
            "select destination_id, waiting, delivered, failed, cancelled, expired, reason"
                + " from deletion_fate where regulation_id = ? and source_ordinal = ?"
                + " and first_subject = ?",
            id.bits(),
            sourceOrdinal,
            firstSubject)
        .map((row, context) -> new Fate(new DestinationId(row.getLong(1)), tally(row, 2)))
        .forEach(fate -> fates.put(fate.destination(), fate.tally()));
    return fates;
  }

  static void keepFate(
      Handle handle,
      RegulationId id,
      int sourceOrdinal,
      int firstSubject,
      DestinationId destination,
      DeleteCounts tally) {
    handle.execute(
        "insert into deletion_fate (regulation_id, source_ordinal, first_subject, destination_id,"
            + " waiting, delivered, failed, cancelled, expired, reason)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (regulation_id, source_ordinal, first_subject, destination_id)"
            + " do update set waiting = excluded.waiting, delivered = excluded.delivered,"
            + " failed = excluded.failed, cancelled = excluded.cancelled,"
            + " expired = excluded.expired, reason = excluded.reason",
        id.bits(),
        sourceOrdinal,
        firstSubject,
        destination.bits(),
        tally.waiting(),
        tally.delivered(),
        tally.failed(),
        tally.cancelled(),
        tally.expired(),
        tally.reason());
  }
}
