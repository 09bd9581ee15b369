package io.postrider.server.delivery;

import io.postrider.log.RecordLog;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Begins the search for records that repeat an earlier message, when a partition is claimed. */
@FunctionalInterface
interface DuplicateSearch {

  /** For a log without repeats: whoever appends finds them. */
  DuplicateSearch NONE = (partition, position, saved) -> null;

  /**
   * The repeats of a partition, known up to a position; null for a log without. May block.
   *
   * @throws io.postrider.log.LogUnavailableException if the log cannot be read now
   */
  @Nullable PartitionDuplicates restore(int partition, long position, CursorStore.Saved saved);

  /** For a log that several nodes append to: reads the window before the position. */
  static DuplicateSearch within(Duration window, RecordLog log, InstantSource time) {
    return (partition, position, saved) ->
        PartitionDuplicates.restored(
            log, partition, position, window, saved.duplicates(), time.instant());
  }
}
