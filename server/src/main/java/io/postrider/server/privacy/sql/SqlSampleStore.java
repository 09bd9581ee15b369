package io.postrider.server.privacy.sql;

import io.postrider.id.RegulationId;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.Columns;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.SampleStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** In SQL, whose samples have to be erased. */
public final class SqlSampleStore implements SampleStore {

  private final Database database;

  /** Uses a database that was opened with {@link Schema#PRIVACY}. */
  public SqlSampleStore(Database database) {
    this.database = database;
  }

  @Override
  public List<Due> due(int most) {
    return database.read(
        handle ->
            handle
                .select(
                    "select id, subjects, erased_before, created_at, ended_at, samples_erased_at"
                        + " from regulation where not samples_swept and erased_before is not null"
                        + " order by case when samples_erased_at is null then 0 else 1 end, number"
                        + " limit ?",
                    most)
                .map(row -> due(handle, row))
                .list());
  }

  private static Due due(Handle handle, ResultSet row) throws SQLException {
    long id = row.getLong("id");
    Instant ended = Columns.time(row, "ended_at");
    return new Due(
        new RegulationId(id),
        SqlRegulationStore.sources(handle, id),
        row.getInt("subjects"),
        Objects.requireNonNull(ActiveRangeRows.endsOrNull(row.getString("erased_before"))),
        ended != null ? ended : Instant.ofEpochMilli(row.getLong("created_at")),
        ended != null,
        Columns.time(row, "samples_erased_at"));
  }

  @Override
  public void erased(RegulationId id, Instant at, boolean last) {
    int _ =
        database.execute(
            "update regulation set samples_erased_at = ?, samples_swept = ? where id = ?",
            at.toEpochMilli(),
            last,
            id.bits());
  }
}
