package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Handle;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.Definitions.EventWindow;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How far each time window has been swept for events that left it. Used within a transaction. */
final class SweepRows {
  /** A place among the events of one name: all events up to it have left the window. */
  record Place(long at, long profile) {}

  private SweepRows() {}

  static List<EventWindow> windows(Handle handle) {
    return handle
        .select("select name, within_ms as within_millis from sweep order by name, within_ms")
        .mapTo(EventWindow.class)
        .list();
  }

  /** The events that have left a window since the last sweep, in order. */
  static List<Place> next(CompiledStatements statements, EventWindow window, int most) {
    Place from =
        statements
            .handle()
            .select(
                "select at, profile from sweep where name = ? and within_ms = ?",
                window.name(),
                window.withinMillis())
            .mapTo(Place.class)
            .findFirst()
            .orElse(null);
    return from == null
        ? List.of()
        : statements.list(
            SqlText.of(
                "select e.at, e.profile from event e where e.name = ?"
                    + " and (e.at, e.profile) > (?, ?) and e.at <= ?"
                    + " order by e.at, e.profile limit ?",
                window.name(),
                from.at(),
                from.profile(),
                statements.now().toEpochMilli() - window.withinMillis(),
                most),
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

  /**
   * Sweeps the windows of live definitions. A new window starts now: its computations run anyway.
   */
  static void update(Handle handle, Definitions definitions, Instant now) {
    Set<EventWindow> wanted = new HashSet<>();
    for (Definitions.Entry entry : definitions.inOrder()) {
      if (entry.computation().enabled() && entry.computation().sync().isRealtime()) {
        wanted.addAll(entry.windows());
      }
    }
    for (EventWindow window : windows(handle)) {
      if (!wanted.remove(window)) {
        handle.execute(
            "delete from sweep where name = ? and within_ms = ?",
            window.name(),
            window.withinMillis());
      }
    }
    for (EventWindow window : wanted) {
      handle.execute(
          "insert into sweep (name, within_ms, at, profile) values (?, ?, ?, ?)",
          window.name(),
          window.withinMillis(),
          now.toEpochMilli() - window.withinMillis(),
          Long.MAX_VALUE);
    }
  }
}
