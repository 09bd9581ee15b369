package io.postrider.delivery;

import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/** Encodes a set of positions in a chunk, as runs or as bits, whichever is shorter. */
final class BitSetCodec {

  private static final int BITS_LENGTH = FailureChunk.SIZE / Byte.SIZE;

  /** Written instead of the number of runs if the set is encoded as bits. */
  private static final int AS_BITS = FailureChunk.SIZE;

  private BitSetCodec() {}

  static void encode(RoaringBitmap set, ByteWriter out) {
    int runs = runs(set);
    if (runs * 2 > BITS_LENGTH) {
      byte[] bits = new byte[BITS_LENGTH];
      for (PeekableIntIterator positions = set.getIntIterator(); positions.hasNext(); ) {
        int position = positions.next();
        bits[position >> 3] |= (byte) (1 << (position & 7));
      }
      out.number(AS_BITS);
      out.array(bits);
      return;
    }
    out.number(runs);
    int at = 0;
    while (at < FailureChunk.SIZE) {
      int from = (int) set.nextValue(at);
      if (from < 0) {
        break;
      }
      int to = (int) set.nextAbsentValue(from);
      out.number(from - at);
      out.number(to - from - 1);
      at = to;
    }
  }

  private static int runs(RoaringBitmap set) {
    int runs = 0;
    for (int at = 0; at < FailureChunk.SIZE; runs++) {
      int from = (int) set.nextValue(at);
      if (from < 0) {
        break;
      }
      at = (int) set.nextAbsentValue(from);
    }
    return runs;
  }

  static RoaringBitmap decode(ByteReader in) {
    RoaringBitmap set = new RoaringBitmap();
    int runs = in.atMost(AS_BITS, "runs");
    if (runs == AS_BITS) {
      byte[] bits = in.array(BITS_LENGTH);
      for (int position = 0; position < FailureChunk.SIZE; position++) {
        if ((bits[position >> 3] & (1 << (position & 7))) != 0) {
          set.add(position);
        }
      }
      return set;
    }
    int at = 0;
    for (int run = 0; run < runs; run++) {
      int from = at + in.atMost(FailureChunk.SIZE - 1 - at, "positions to the next run");
      int to = from + 1 + in.atMost(FailureChunk.SIZE - 1 - from, "positions in a run");
      set.add((long) from, (long) to);
      at = to;
      if (at == FailureChunk.SIZE && run + 1 < runs) {
        throw in.corrupt("runs beyond the end");
      }
    }
    return set;
  }
}
