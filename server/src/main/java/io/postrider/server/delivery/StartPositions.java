package io.postrider.server.delivery;

import io.postrider.log.LogIdentity;
import io.postrider.log.RecordLog;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import java.util.List;

/** Computes where delivery starts from the saved cursors; refuses cursors of another log. */
final class StartPositions {

  private static final String RESET =
      " If this is intended, run 'postrider reset-cursors' with the same settings: everything"
          + " that the log still holds is then delivered again.";

  private StartPositions() {}

  /** Refuses cursors that do not belong to the log. */
  static void check(RecordLog log, int partition, CursorStore.Saved saved) {
    LogIdentity known = saved.log();
    if (known == null) {
      return;
    }
    if (!known.equals(log.identity())) {
      throw new IllegalArgumentException(
          "The delivery cursors belong to the log %s, but the log here is %s.%s"
              .formatted(known, log.identity(), RESET));
    }
    long end = log.endOffset(partition);
    if (saved.position() > end) {
      throw new IllegalArgumentException(
          "The delivery cursors are at offset %d of partition %d, but the log ends at %d.%s"
              .formatted(saved.position(), partition, end, RESET));
    }
  }

  /** The start of live reading of a partition. */
  static long start(RecordLog log, int partition, CursorStore.Saved saved) {
    return saved.log() == null
        ? log.endOffset(partition)
        : Math.max(saved.position(), log.firstOffset(partition));
  }

  /**
   * The start of a destination without a cursor of its own: the position of the partition, or where
   * a new destination was first enabled; earlier messages were not for it.
   */
  static long start(Destination destination, LivePartition live) {
    CursorStore.Saved saved = live.claim().saved();
    if (saved.cursors().containsKey(destination.id())) {
      return saved.position();
    }
    List<ActiveRanges.Range> ranges = destination.enabled().ranges();
    return ranges.isEmpty() ? live.position() : ranges.getFirst().from().at(live.number());
  }
}
