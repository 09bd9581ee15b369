package io.postrider.server.people.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.RecomputePolicy;
import io.postrider.server.people.audience.StoredComputation;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Brings the tables in line with definitions. To be used within a transaction. */
final class RecomputeRows {

  private static final int REVISION = 1;

  private RecomputeRows() {}

  /** What {@link Trigger}s are looked at may have changed if this has. */
  static long revision(Handle handle, String sharing) {
    return handle
        .select("select number from evaluation where id = ?" + sharing, REVISION)
        .mapTo(Long.class)
        .one();
  }

  static void apply(Handle handle, Definitions definitions, Instant now) {
    // whoever changes profiles by what was looked at before has finished when this is through
    handle.execute("update evaluation set number = number + 1 where id = ?", REVISION);
    Map<Long, StoredComputation> before = StoredComputationRows.all(handle);
    for (Definitions.Entry entry : definitions.inOrder()) {
      StoredComputation old = before.remove(entry.id());
      StoredComputation adopted = RecomputePolicy.of(old, entry, now);
      if (!adopted.equals(old)) {
        StoredComputationRows.write(handle, adopted);
        introduce(handle, adopted, RecomputePolicy.introduced(old, adopted));
      }
    }
    for (StoredComputation gone : before.values()) {
      if (!gone.deleted()) {
        StoredComputationRows.write(handle, gone.asDeleted());
        introduce(handle, gone.asDeleted(), List.of());
        handle.execute("delete from outbox where computation = ?", gone.id());
      }
    }
    sweep(handle, definitions, now);
  }

  /** Destinations that are told of changes no more are not told who is in it either. */
  private static void introduce(
      Handle handle, StoredComputation stored, List<DestinationId> introduced) {
    Set<Long> left = new HashSet<>();
    stored.destinations().forEach(destination -> left.add(destination.bits()));
    handle
        .select("select destination from introduction where computation = ?", stored.id())
        .mapTo(Long.class)
        .list()
        .stream()
        .filter(destination -> !left.contains(destination))
        .forEach(
            destination ->
                handle.execute(
                    "delete from introduction where computation = ? and destination = ?",
                    stored.id(),
                    destination));
    for (DestinationId destination : introduced) {
      handle.execute(
          "insert into introduction (computation, destination, after_profile, up_to_change)"
              + " values (?, ?, 0, ?)",
          stored.id(),
          destination.bits(),
          ChangeNumbers.last(handle));
    }
  }

  /** A window that is new has nothing to catch up with: whoever uses it goes through all. */
  private static void sweep(Handle handle, Definitions definitions, Instant now) {
    Set<Definitions.EventWindow> wanted = new HashSet<>();
    for (Definitions.Entry entry : definitions.inOrder()) {
      if (entry.computation().enabled() && entry.computation().sync().isRealtime()) {
        wanted.addAll(entry.windows());
      }
    }
    for (Definitions.EventWindow window : SweepRows.windows(handle)) {
      if (!wanted.remove(window)) {
        handle.execute(
            "delete from sweep where name = ? and within_ms = ?",
            window.name(),
            window.withinMillis());
      }
    }
    for (Definitions.EventWindow window : wanted) {
      handle.execute(
          "insert into sweep (name, within_ms, at, profile) values (?, ?, ?, ?)",
          window.name(),
          window.withinMillis(),
          now.toEpochMilli() - window.withinMillis(),
          Long.MAX_VALUE);
    }
  }
}
