package io.postrider.server.delivery;

import io.postrider.delivery.Candidate;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The live position of a loop in a claimed partition, and its most recent blocks.
 *
 * <p>Belongs to its loop; any thread may call {@link #position} and {@link #queued}. The recent
 * blocks let a destination that has nearly caught up join live reading.
 */
final class LivePartition {

  private static final int MAX_RECENT = 8;

  /** How many blocks may be queued before the reader waits. */
  private static final int MAX_PENDING = 4;

  private final PartitionClaim claim;
  private final RequestsInFlight requests = new RequestsInFlight();
  private final Semaphore queued = new Semaphore(MAX_PENDING);
  private final Deque<Block> recent = new ArrayDeque<>();
  private volatile long position;
  private long flushedPosition;

  LivePartition(PartitionClaim claim) {
    this.claim = claim;
    this.position = claim.start();
    this.flushedPosition = position;
  }

  PartitionClaim claim() {
    return claim;
  }

  int number() {
    return claim.partition();
  }

  /** The requests of this partition. */
  RequestsInFlight requests() {
    return requests;
  }

  /** The slots for blocks that wait for the loop. */
  Semaphore queued() {
    return queued;
  }

  /** The offset that follows the last block. */
  long position() {
    return position;
  }

  /** Returns the position, and remembers it as that of the last flush. */
  long takePosition() {
    flushedPosition = position;
    return position;
  }

  /** The position that the last flush took; its save may have failed. */
  long flushedPosition() {
    return flushedPosition;
  }

  void advance(Block block) {
    if (block.from() != position) {
      recent.clear(); // there is a gap
    }
    recent.addLast(block);
    if (recent.size() > MAX_RECENT) {
      recent.removeFirst();
    }
    position = block.to();
  }

  /** Whether all records from an offset to the live position are in memory. */
  boolean covers(long offset) {
    return offset == position || (!recent.isEmpty() && offset >= recent.getFirst().from());
  }

  /**
   * Adds selected records from an offset on, up to a total number; returns the offset it reached.
   */
  long collect(long from, RecordSelection selection, int most, List<Candidate> found) {
    for (Block block : recent) {
      if (block.to() > from) {
        int stopped =
            block.visit(
                (int) Math.max(0, from - block.from()),
                selection.sources(),
                selection.destination(),
                place -> take(block, place, selection, most, found));
        if (stopped < block.count()) {
          return block.offset(stopped);
        }
      }
    }
    return position;
  }

  private static boolean take(
      Block block, int place, RecordSelection selection, int most, List<Candidate> found) {
    if (found.size() >= most) {
      return false;
    }
    long offset = block.offset(place);
    if (selection.takes(block.partition(), offset, block.view(place))) {
      found.add(new Candidate(offset, block.view(place)));
    }
    return true;
  }
}
