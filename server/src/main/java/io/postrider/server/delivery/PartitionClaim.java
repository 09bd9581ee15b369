package io.postrider.server.delivery;

import io.postrider.log.LogRecord;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this node has claimed: the epoch under which it writes cursors, and what was
 * saved when it claimed. Safe to use from any thread.
 *
 * <p>A claim goes one way: it is opened on all loops, then it may be stopped, then it ends. A
 * partition that comes back gets a new claim.
 */
final class PartitionClaim {

  private final int partition;
  private final CursorStore.Saved saved;
  private final @Nullable PartitionDuplicates duplicates;
  private volatile boolean opened;
  private volatile boolean stopped;
  private volatile boolean ended;

  /**
   * @param duplicates the records that are skipped; null if the log has none
   */
  PartitionClaim(int partition, CursorStore.Saved saved, @Nullable PartitionDuplicates duplicates) {
    this.partition = partition;
    this.saved = saved;
    this.duplicates = duplicates;
  }

  int partition() {
    return partition;
  }

  long epoch() {
    return saved.epoch();
  }

  /** What was saved when the partition was claimed. */
  CursorStore.Saved saved() {
    return saved;
  }

  /** Learns of the next records, before any destination does; on the reader's thread. */
  void observe(List<LogRecord> records) {
    if (duplicates != null) {
      duplicates.observe(records);
    }
  }

  /** The same selection without records that repeat an earlier message. */
  RecordSelection withoutDuplicates(RecordSelection selection) {
    return duplicates == null ? selection : duplicates.without(selection);
  }

  /** Whether the log may have repeats. */
  boolean hasDuplicates() {
    return duplicates != null;
  }

  /** The repeats before a position that are not saved. */
  List<Long> unsavedDuplicates(long position) {
    return duplicates == null ? List.of() : duplicates.unsavedBefore(position);
  }

  void duplicatesSaved(List<Long> offsets) {
    if (duplicates != null) {
      duplicates.saved(offsets);
    }
  }

  /** Every loop delivers the partition now. */
  void opened() {
    opened = true;
  }

  /** No round starts from now on. */
  void stop() {
    stopped = true;
  }

  /** The partition is not this node's any more: nothing is sent and no cursor is written. */
  void end() {
    stopped = true;
    ended = true;
  }

  /** Whether rounds may start. */
  boolean isDelivering() {
    return !stopped;
  }

  /** Whether its cursors are saved: all loops deliver it, and it has not ended. */
  boolean isSaved() {
    return opened && !ended;
  }

  boolean isEnded() {
    return ended;
  }

  @Override
  public String toString() {
    return "partition %d, epoch %d".formatted(partition, epoch());
  }
}
