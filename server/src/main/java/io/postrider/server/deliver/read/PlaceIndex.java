package io.postrider.server.deliver.read;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which places of a block belong to which id: an open hash table of bit sets. Filled by one thread,
 * then only read.
 */
public final class PlaceIndex {

  private static final int FIRST_SIZE = 8;

  private long[] ids = new long[FIRST_SIZE];
  private long @Nullable [][] places = new long[FIRST_SIZE][];
  private int count;

  PlaceIndex() {}

  /** Notes a place of a block that has so many. */
  void add(long id, int place, int blockSize) {
    int slot = slot(ids, places, id);
    long[] bits = places[slot];
    if (bits == null) {
      if (2 * (count + 1) > ids.length) {
        grow();
        slot = slot(ids, places, id);
      }
      bits = new long[(blockSize + 63) / 64];
      ids[slot] = id;
      places[slot] = bits;
      count++;
    }
    bits[place >> 6] |= 1L << place;
  }

  /** The places of an id, one bit each; null if there is none. */
  long @Nullable [] places(long id) {
    return count == 0 ? null : places[slot(ids, places, id)];
  }

  /** Visits every id that has a place. */
  public void forEachId(LongConsumer visitor) {
    for (int slot = 0; slot < ids.length; slot++) {
      if (places[slot] != null) {
        visitor.accept(ids[slot]);
      }
    }
  }

  /** All places of two sets; what is given is left as it is. */
  static long @Nullable [] union(long @Nullable [] one, long @Nullable [] other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    long[] union = one.clone();
    for (int i = 0; i < union.length; i++) {
      union[i] |= other[i];
    }
    return union;
  }

  /** The first place from one on, or -1. */
  static int next(long[] places, int from) {
    int word = from >> 6;
    if (word >= places.length) {
      return -1;
    }
    long bits = places[word] & (-1L << from);
    while (bits == 0) {
      if (++word == places.length) {
        return -1;
      }
      bits = places[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }

  private void grow() {
    long[] oldIds = ids;
    long @Nullable [][] oldPlaces = places;
    ids = new long[2 * oldIds.length];
    places = Arrays.copyOf(new long[0][], ids.length);
    for (int i = 0; i < oldIds.length; i++) {
      if (oldPlaces[i] != null) {
        int slot = slot(ids, places, oldIds[i]);
        ids[slot] = oldIds[i];
        places[slot] = oldPlaces[i];
      }
    }
  }

  private static int slot(long[] ids, long @Nullable [][] places, long id) {
    int mask = ids.length - 1;
    int slot = (int) (id * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (places[slot] != null && ids[slot] != id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
