package io.postrider.server.delivery.reader;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which places of a block belong to which id: an open hash table of bit sets. Filled by one thread,
 * then only read.
 */
public final class SourceIndex {

  private static final int FIRST_SIZE = 8;

  /** The places of one id, one bit each. */
  private static final class Entry {

    final long id;
    final long[] places;

    Entry(long id, int blockSize) {
      this.id = id;
      this.places = new long[(blockSize + 63) / 64];
    }
  }

  private @Nullable Entry[] entries = new Entry[FIRST_SIZE];
  private int count;

  SourceIndex() {}

  /** Notes a place of a block that has so many. */
  void add(long id, int place, int blockSize) {
    Entry entry = entries[slot(entries, id)];
    if (entry == null) {
      if (2 * (count + 1) > entries.length) {
        grow();
      }
      entry = new Entry(id, blockSize);
      entries[slot(entries, id)] = entry;
      count++;
    }
    entry.places[place >> 6] |= 1L << place;
  }

  /** The places of an id, one bit each; null if there is none. */
  long @Nullable [] places(long id) {
    Entry entry = count == 0 ? null : entries[slot(entries, id)];
    return entry == null ? null : entry.places;
  }

  /** Visits every id that has a place. */
  public void forEachId(LongConsumer visitor) {
    for (Entry entry : entries) {
      if (entry != null) {
        visitor.accept(entry.id);
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
    @Nullable Entry[] old = entries;
    entries = new Entry[2 * old.length];
    for (Entry entry : old) {
      if (entry != null) {
        entries[slot(entries, entry.id)] = entry;
      }
    }
  }

  /** Where an id is, or belongs. */
  private static int slot(@Nullable Entry[] entries, long id) {
    int mask = entries.length - 1;
    int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    for (Entry entry = entries[slot]; entry != null && entry.id != id; entry = entries[slot]) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
