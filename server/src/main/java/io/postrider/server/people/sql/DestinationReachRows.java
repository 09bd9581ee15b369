package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Handle;
import io.postrider.server.people.audience.DestinationReach;
import io.postrider.server.people.audience.StoredComputation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The last known reach of every destination. Used within a transaction. */
final class DestinationReachRows {

  /**
   * How long before a destination was disabled it may have missed exits: its last deliveries were
   * cancelled then. Numbers of changes are microseconds.
   */
  static final Duration MISSED_BEFORE = Duration.ofDays(1);

  private static final String SELECT =
      "select destination, enabled_since, missed_from, losses from destination_reach";

  private record Known(long destination, String enabledSince, long missedFrom, long losses) {

    boolean is(DestinationReach reach) {
      return enabledSince.equals(reach.enabledSince()) && losses == reach.losses();
    }
  }

  private DestinationReachRows() {}

  /** The destinations whose stored reach differs, or is stored and not needed any more. */
  static Set<Long> changed(Handle handle, List<DestinationReach> reach) {
    Map<Long, Known> known = known(handle);
    Set<Long> changed = new HashSet<>(known.keySet());
    for (DestinationReach one : reach) {
      Known before = known.get(one.id().bits());
      if (before != null && before.is(one)) {
        changed.remove(one.id().bits());
      } else {
        changed.add(one.id().bits());
      }
    }
    return changed;
  }

  /**
   * Stores the reach of destinations where it changed, and orders backfills; returns whether it
   * ordered one.
   *
   * @param reach the reach of all destinations
   */
  static boolean update(
      CompiledStatements statements, List<DestinationReach> reach, Set<Long> changed) {
    Handle handle = statements.handle();
    Set<Long> gone = new HashSet<>(changed);
    boolean ordered = false;
    for (DestinationReach one : reach) {
      if (gone.remove(one.id().bits())) {
        Known before = known(handle, one.id().bits());
        if (before == null || !before.is(one)) {
          ordered |= before != null && one.isEnabled() && restart(handle, before, one);
          write(handle, one, missedFrom(handle, before, one));
        }
      }
    }
    for (long destination : gone) {
      handle.execute("delete from destination_reach where destination = ?", destination);
    }
    return ordered;
  }

  private static boolean restart(Handle handle, Known before, DestinationReach reach) {
    long from = missedFrom(handle, before, reach);
    boolean ordered = false;
    for (StoredComputation stored : StoredComputationRows.all(handle).values()) {
      if (stored.destinations().contains(reach.id())) {
        BackfillRows.restart(handle, stored.id(), reach.id().bits(), from);
        ordered = true;
      }
    }
    return ordered;
  }

  /**
   * The first change that a destination may have missed. A disabled one keeps it until it is
   * enabled; one that lost messages may have missed any exit in the history.
   */
  private static long missedFrom(Handle handle, @Nullable Known before, DestinationReach reach) {
    if (before != null && before.losses() != reach.losses()) {
      return 0;
    }
    return before != null && before.enabledSince().isEmpty()
        ? before.missedFrom()
        : ChangeRows.lastNumber(handle) - TimeUnit.NANOSECONDS.toMicros(MISSED_BEFORE.toNanos());
  }

  private static Map<Long, Known> known(Handle handle) {
    Map<Long, Known> known = new HashMap<>();
    handle.select(SELECT).map(row -> known(row)).forEach(one -> known.put(one.destination(), one));
    return known;
  }

  private static @Nullable Known known(Handle handle, long destination) {
    return handle
        .select(SELECT + " where destination = ?", destination)
        .map(row -> known(row))
        .findFirst()
        .orElse(null);
  }

  private static Known known(ResultSet row) throws SQLException {
    return new Known(row.getLong(1), row.getString(2), row.getLong(3), row.getLong(4));
  }

  private static void write(Handle handle, DestinationReach reach, long missedFrom) {
    handle.execute(
        "insert into destination_reach (destination, enabled_since, missed_from, losses)"
            + " values (?, ?, ?, ?) on conflict (destination) do update set"
            + " enabled_since = excluded.enabled_since, missed_from = excluded.missed_from,"
            + " losses = excluded.losses",
        reach.id().bits(),
        reach.enabledSince(),
        missedFrom,
        reach.losses());
  }
}
