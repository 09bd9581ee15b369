package io.postrider.server.ingest.dedupe;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/**
 * Restores hashes block by block, newest first. A block is sorted by stripe, so that few tables are
 * in the processor's cache at a time, and processors share the stripes. One by one, each hash would
 * wait for memory.
 *
 * <p>Not thread-safe.
 */
final class RestoredBlock {

  private final Stripe[] stripes;
  private final long[] highs;
  private final long[] lows;
  private final long[] appendedMillis;
  private final int[] order;
  private int count;
  private boolean room = true;

  /**
   * @param size the hashes of a block
   */
  RestoredBlock(Stripe[] stripes, int size) {
    this.stripes = stripes;
    this.highs = new long[size];
    this.lows = new long[size];
    this.appendedMillis = new long[size];
    this.order = new int[size];
  }

  /** Adds hashes that were appended at one time; false if no older ones are needed. */
  boolean add(long millis, ByteBuffer digests) {
    while (digests.hasRemaining()) {
      if (count == highs.length) {
        restore();
      }
      highs[count] = Deduplication.nonZero(digests.getLong());
      lows[count] = digests.getLong();
      appendedMillis[count] = millis;
      count++;
    }
    return room;
  }

  /** Restores the hashes that were added since the last block. */
  void restore() {
    if (count == 0) {
      return;
    }
    int[] starts = new int[stripes.length + 1];
    for (int i = 0; i < count; i++) {
      starts[Deduplication.stripeOf(highs[i]) + 1]++;
    }
    for (int i = 0; i < stripes.length; i++) {
      starts[i + 1] += starts[i];
    }
    int[] next = starts.clone();
    for (int i = 0; i < count; i++) {
      order[next[Deduplication.stripeOf(highs[i])]++] = i;
    }
    count = 0;
    // no short circuit: every stripe gets all that it has room for
    room &=
        IntStream.range(0, stripes.length)
                .parallel()
                .filter(stripe -> !restore(stripe, starts[stripe], starts[stripe + 1]))
                .count()
            == 0;
  }

  private boolean restore(int stripe, int from, int to) {
    return stripes[stripe].restore(highs, lows, appendedMillis, order, from, to);
  }
}
