package io.postrider.server.delivery;

import io.postrider.log.LogRecord;
import io.postrider.ownership.ClaimMachine;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this node claims: the state of the claim, the epoch under which it writes
 * cursors, and what was saved when it took the epoch. Safe to use from any thread.
 */
final class PartitionClaim {

  private final int partition;
  private final ClaimMachine machine = new ClaimMachine();
  private volatile CursorStore.@Nullable Saved saved;
  private volatile @Nullable PartitionDuplicates duplicates;
  private volatile long start;
  private volatile boolean delivering;
  private volatile boolean saving;
  private volatile boolean ended;

  PartitionClaim(int partition) {
    this.partition = partition;
  }

  /** Gives the machine an input; returns what is to do next. */
  synchronized ClaimMachine.Step tell(Function<ClaimMachine, ClaimMachine.Step> input) {
    ClaimMachine.Step next = input.apply(machine);
    delivering = machine.mayDispatch();
    saving = machine.maySave();
    ended = machine.hasEnded();
    return next;
  }

  int partition() {
    return partition;
  }

  /** The epoch is taken, and this was saved. */
  void taken(CursorStore.Saved found) {
    saved = found;
  }

  /**
   * The earlier messages are known.
   *
   * @param position where reading starts
   * @param found the records that are skipped; null if the log has none
   */
  void loaded(long position, @Nullable PartitionDuplicates found) {
    start = position;
    duplicates = found;
  }

  long epoch() {
    return token().epoch();
  }

  /** What fences the cursors of other claims. */
  FencingToken token() {
    return saved().token();
  }

  /** What was saved when the epoch was taken. */
  CursorStore.Saved saved() {
    return Objects.requireNonNull(saved);
  }

  /** The same; empty before the epoch is taken. */
  Optional<CursorStore.Saved> savedIfTaken() {
    return Optional.ofNullable(saved);
  }

  /** Where reading starts. */
  long start() {
    return start;
  }

  /** Learns of the next records, before any destination does; on the reader's thread. */
  void observe(List<LogRecord> records) {
    PartitionDuplicates known = duplicates;
    if (known != null) {
      known.observe(records);
    }
  }

  /** The same selection without records that repeat an earlier message. */
  RecordSelection withoutDuplicates(RecordSelection selection) {
    PartitionDuplicates known = duplicates;
    return known == null ? selection : known.without(selection);
  }

  /** Whether the log may have repeats. */
  boolean hasDuplicates() {
    return duplicates != null;
  }

  /** The repeats before a position that are not saved. */
  List<Long> unsavedDuplicates(long position) {
    PartitionDuplicates known = duplicates;
    return known == null ? List.of() : known.unsavedBefore(position);
  }

  void duplicatesSaved(List<Long> offsets) {
    PartitionDuplicates known = duplicates;
    if (known != null) {
      known.saved(offsets);
    }
  }

  /** Whether rounds may start. */
  boolean isDelivering() {
    return delivering;
  }

  /** Whether its cursors are saved: all loops deliver it, and it has not ended. */
  boolean isSaved() {
    return saving;
  }

  /** Whether the partition is not this node's any more: nothing is sent and no cursor written. */
  boolean isEnded() {
    return ended;
  }

  @Override
  public String toString() {
    return "partition "
        + partition
        + savedIfTaken().map(one -> ", epoch " + one.token().epoch()).orElse("");
  }
}
