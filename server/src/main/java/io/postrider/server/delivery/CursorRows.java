package io.postrider.server.delivery;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The saved cursors of one worker, by the claim of their partition. Belongs to its loop. */
final class CursorRows {

  private final DestinationWorker worker;
  private final Map<PartitionClaim, CursorRow> rows = new HashMap<>();
  private boolean stopped;

  CursorRows(DestinationWorker worker) {
    this.worker = worker;
  }

  void add(CursorRow row) {
    rows.put(row.claim(), row);
  }

  void remove(PartitionClaim claim) {
    rows.remove(claim);
  }

  Collection<CursorRow> all() {
    return rows.values();
  }

  /** The rows of some claims. */
  List<CursorRow> of(Set<PartitionClaim> claims) {
    return rows.values().stream().filter(row -> claims.contains(row.claim())).toList();
  }

  /** Whether there are no rows but those of these claims. */
  boolean areWithin(Set<PartitionClaim> claims) {
    return claims.containsAll(rows.keySet());
  }

  /** A bug has stopped the worker. */
  void stop() {
    stopped = true;
    rows.values().forEach(CursorRow::stop);
  }

  /** Whether a bug has stopped the worker. */
  boolean isStopped() {
    return stopped;
  }

  /** Adds the rows of those claims that the bug, or an earlier one, kept from being restored. */
  void addMissing(Set<PartitionClaim> claims) {
    for (PartitionClaim claim : claims) {
      LivePartition live = worker.loop().partition(claim);
      if (live != null && !rows.containsKey(claim)) {
        rows.put(claim, CursorRow.ofStopped(worker, live));
      }
    }
  }
}
