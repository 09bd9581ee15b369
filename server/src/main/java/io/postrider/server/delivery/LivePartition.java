package io.postrider.server.delivery;

import io.postrider.delivery.Candidate;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * How far a loop has read a partition live, and the blocks it saw last.
 *
 * <p>Belongs to its loop, but for {@link #position}, which any thread may ask. The blocks let a
 * destination that has nearly caught up join the live reading, which would otherwise always have
 * moved on a little.
 */
final class LivePartition {

  private static final int MOST_RECENT = 8;

  private final Deque<Block> recent = new ArrayDeque<>();
  private volatile long position;

  LivePartition(long position) {
    this.position = position;
  }

  /** The offset that follows the last block. */
  long position() {
    return position;
  }

  void advance(Block block) {
    if (block.from() != position) {
      recent.clear(); // something in between is lost
    }
    recent.addLast(block);
    if (recent.size() > MOST_RECENT) {
      recent.removeFirst();
    }
    position = block.to();
  }

  /** Whether all from an offset to the live position is in memory. */
  boolean covers(long offset) {
    return offset == position || (!recent.isEmpty() && offset >= recent.getFirst().from());
  }

  /** Adds what a destination takes from an offset on, up to a number in all; tells how far. */
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
