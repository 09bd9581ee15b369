package io.postrider.server.people.sql;

import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.RecomputePolicy;
import io.postrider.server.people.audience.StoredComputation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Applies definitions to the tables. Used within a transaction. */
final class RecomputeRows {
  private static final int REVISION_ROW = 1;

  private RecomputeRows() {}

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
    Map<Long, StoredComputation> before = StoredComputationRows.all(handle);
    for (Definitions.Entry entry : definitions.inOrder()) {
      StoredComputation old = before.remove(entry.id());
      StoredComputation changed = RecomputePolicy.of(old, entry, now);
      if (!changed.equals(old)) {
        StoredComputationRows.write(handle, changed);
        BackfillRows.update(handle, changed, RecomputePolicy.addedDestinations(old, changed));
      }
    }
    for (StoredComputation removed : before.values()) {
      if (!removed.deleted()) {
        StoredComputationRows.write(handle, removed.asDeleted());
        BackfillRows.update(handle, removed.asDeleted(), List.of());
        handle.execute("delete from outbox where computation = ?", removed.id());
      }
    }
    SweepRows.update(handle, definitions, now);
  }
}
