package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.Definitions.EventWindow;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** How far events have run out of windows. To be used within a transaction. */
final class SweepRows {

  /** A place among the events of one name: everything up to it has run out. */
  record Place(long at, long profile) {}

  private SweepRows() {}

  static List<EventWindow> windows(Handle handle) {
    return handle
        .select("select name, within_ms from sweep order by name, within_ms")
        .map((row, context) -> new EventWindow(row.getLong(1), row.getLong(2)))
        .list();
  }

  /** The events that have run out of a window since, in order. */
  static List<Place> next(CompiledStatements rows, EventWindow window, int most) {
    List<Place> reached =
        rows.handle()
            .select(
                "select at, profile from sweep where name = ? and within_ms = ?",
                window.name(),
                window.withinMillis())
            .map((row, context) -> new Place(row.getLong(1), row.getLong(2)))
            .list();
    if (reached.isEmpty()) {
      return List.of();
    }
    Place from = reached.getFirst();
    return rows.list(
        new SqlText()
            .add("select e.at, e.profile from event e where e.name = ")
            .bind(window.name())
            .add(" and (e.at, e.profile) > (")
            .bind(from.at())
            .add(", ")
            .bind(from.profile())
            .add(") and e.at <= ")
            .bind(rows.now().toEpochMilli() - window.withinMillis())
            .add(" order by e.at, e.profile limit ")
            .bind(most),
        row -> new Place(row.getLong(1), row.getLong(2)));
  }

  static void move(Handle handle, EventWindow window, Place to) {
    handle.execute(
        "update sweep set at = ?, profile = ? where name = ? and within_ms = ?",
        to.at(),
        to.profile(),
        window.name(),
        window.withinMillis());
  }
}
