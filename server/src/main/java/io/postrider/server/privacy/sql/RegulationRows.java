package io.postrider.server.privacy.sql;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.id.Wtf8;
import io.postrider.privacy.RegulationStatus;
import io.postrider.privacy.RegulationType;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.Columns;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Reads regulations. */
final class RegulationRows {

  private RegulationRows() {}

  /** The regulations that match a condition. */
  static List<Regulation> read(Handle handle, String condition, Object... values) {
    return handle
        .select(
            "select id, number, type, status, subjects, changed, created_at, ended_at,"
                + " hidden_before, author_id, author_name from regulation "
                + condition,
            values)
        .map((row, context) -> regulation(handle, row))
        .list();
  }

  private static Regulation regulation(Handle handle, ResultSet row) throws SQLException {
    long id = row.getLong("id");
    return new Regulation(
        new RegulationId(id),
        row.getLong("number"),
        RegulationType.valueOf(row.getString("type")),
        RegulationStatus.valueOf(row.getString("status")),
        sources(handle, id),
        row.getInt("subjects"),
        row.getInt("changed"),
        row.getString("hidden_before") != null,
        new Regulation.Author(row.getString("author_id"), Wtf8.decode(row.getBytes("author_name"))),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Columns.time(row, "ended_at"));
  }

  private static List<SourceId> sources(Handle handle, long id) {
    return handle
        .select(
            "select source_id from regulation_source where regulation_id = ? order by ordinal", id)
        .map((row, context) -> new SourceId(row.getLong(1)))
        .list();
  }

  static List<RegulationStore.Hiding> hidings(Handle handle, long afterNumber) {
    return handle
        .select(
            "select id, number, subjects, hidden_before, erased_before from regulation"
                + " where number > ? and (hidden_before is not null or erased_before is not null)"
                + " order by number",
            afterNumber)
        .map(
            (row, context) ->
                new RegulationStore.Hiding(
                    new RegulationId(row.getLong(1)),
                    row.getLong(2),
                    sources(handle, row.getLong(1)),
                    row.getInt(3),
                    ActiveRangeRows.endsOrNull(row.getString(4)),
                    ActiveRangeRows.endsOrNull(row.getString(5))))
        .list();
  }

  static List<String> subjects(Handle handle, RegulationId id, int from, int to) {
    return handle
        .select(
            "select user_id from regulation_subject"
                + " where regulation_id = ? and ordinal >= ? and ordinal < ? order by ordinal",
            id.bits(),
            from,
            to)
        .map((row, context) -> Wtf8.decode(row.getBytes(1)))
        .list();
  }
}
