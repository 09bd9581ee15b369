package io.postrider.server.delivery;

import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.log.LogIdentity;
import io.postrider.server.delivery.replay.EndedReplay;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where it is kept how far deliveries have come. Every call may block.
 *
 * <p>A partition has one owner at a time: whoever claimed it last. What an earlier owner still
 * writes is refused with {@link LostOwnershipException}.
 */
public interface CursorStore {

  /**
   * What is kept of a partition.
   *
   * @param log the log it belongs to; null if nothing is kept yet
   * @param position what destinations with an empty cursor have settled everything before
   * @param cursors by destination; empty bytes for one that is at the position
   * @param marks by destination; those that have none are left out
   */
  record Kept(
      @Nullable LogIdentity log,
      long position,
      long epoch,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> marks) {}

  /**
   * What has changed in a partition.
   *
   * @param cursors those that have changed; empty bytes for one that is at the position
   * @param marks those that have changed, by destination
   * @param ended replays that have ended since
   * @param forgotten destinations of which nothing is kept any more
   */
  record Change(
      int partition,
      LogIdentity log,
      long epoch,
      long position,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> marks,
      List<EndedReplay> ended,
      List<DestinationId> forgotten) {}

  /** Takes a partition over, under a greater epoch than anyone before, and reads what is kept. */
  Kept claim(int partition);

  /**
   * Keeps a change, all of it or nothing.
   *
   * @throws LostOwnershipException if somebody else has claimed the partition
   */
  void keep(Change change);

  /** Forgets everything, for all partitions: what comes now starts anew. */
  void reset();
}
