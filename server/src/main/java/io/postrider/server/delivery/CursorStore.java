package io.postrider.server.delivery;

import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.log.LogIdentity;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.ledger.LedgerGap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The store of delivery cursors. Every call may block.
 *
 * <p>A partition has one owner: the node that claimed it last, through this store. Writes of an
 * earlier owner fail with {@link LostOwnershipException}. So do those of an owner whose earlier
 * writes the database has lost, until it claims the partition again.
 */
public interface CursorStore {

  /**
   * What is saved of a partition.
   *
   * @param log the log it belongs to; null if nothing is saved yet
   * @param position destinations with an empty cursor have settled everything before it
   * @param token the claim that took ownership
   * @param cursors by destination; empty bytes for a destination that is at the position
   * @param failures the chunks of each failure index, by destination; empty ones are omitted
   * @param health the health of destinations that was saved with this partition
   * @param duplicates the offsets of records that repeat an earlier message
   * @param clockStepMillis by how much the wall clock was set since the save, as far as known
   */
  record Saved(
      @Nullable LogIdentity log,
      long position,
      FencingToken token,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> failures,
      Map<DestinationId, byte[]> health,
      List<Long> duplicates,
      long clockStepMillis) {}

  /**
   * The changes of a partition.
   *
   * @param token the claim under which they were made
   * @param cursors the changed cursors; empty bytes for a destination that is at the position
   * @param failures the changed chunks of failure indexes, by destination
   * @param health the changed health of destinations; with the first partition that a flush saves
   * @param ended the replays that have ended since the last save
   * @param losses how often destinations lost messages since the last save; with the first
   *     partition that a flush saves, before the cursors of others that skip these messages
   * @param duplicates new offsets of records that repeat an earlier message
   * @param removed destinations whose rows are deleted
   * @param gaps what the ledger does not have of the deliveries that these cursors settle
   */
  record Change(
      int partition,
      LogIdentity log,
      FencingToken token,
      long position,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> failures,
      Map<DestinationId, byte[]> health,
      List<ReplayStatus.Part> ended,
      Map<DestinationId, Long> losses,
      List<Long> duplicates,
      List<DestinationId> removed,
      List<LedgerGap> gaps) {}

  /** Takes ownership of a partition under the next epoch, and reads what is saved. */
  Saved claim(int partition);

  /**
   * Saves a change in one transaction.
   *
   * @throws LostOwnershipException if another node has claimed the partition, or the database has
   *     lost an earlier change
   */
  void save(Change change);

  /**
   * How often destinations lost messages that the log deleted; those without losses are omitted.
   */
  Map<DestinationId, Long> losses();

  /** Forgets the repeats of a partition before an offset, which the log has deleted. */
  void forgetDuplicates(int partition, long before);

  /** Deletes everything but the losses, for all partitions. */
  void reset();
}
