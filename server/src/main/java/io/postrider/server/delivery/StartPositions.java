package io.postrider.server.delivery;

import io.postrider.log.LogIdentity;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;

/** Where delivering starts, by what is kept; refuses what was kept of another log. */
final class StartPositions {

  private static final String RESET =
      " If that is meant to be, run 'postrider reset-cursors' with the same settings: everything"
          + " that the log still holds is then delivered again.";

  private StartPositions() {}

  /** Refuses cursors that do not belong to the log. */
  static void check(RecordLog log, int partition, CursorStore.Kept kept) {
    LogIdentity known = kept.log();
    if (known == null) {
      return;
    }
    if (!known.equals(log.identity())) {
      throw new IllegalArgumentException(
          "The delivery cursors belong to the log %s, but the log here is %s.%s"
              .formatted(known, log.identity(), RESET));
    }
    long end = log.endOffset(partition);
    if (kept.position() > end) {
      throw new IllegalArgumentException(
          "The delivery cursors are at offset %d of partition %d, but the log ends at %d.%s"
              .formatted(kept.position(), partition, end, RESET));
    }
  }

  /** Where the live reading of each partition starts. */
  static List<Long> start(RecordLog log, List<CursorStore.Kept> kept) {
    List<Long> positions = new ArrayList<>();
    for (int partition = 0; partition < kept.size(); partition++) {
      positions.add(
          kept.get(partition).log() == null
              ? log.endOffset(partition)
              : Math.max(kept.get(partition).position(), log.firstOffset(partition)));
    }
    return positions;
  }
}
