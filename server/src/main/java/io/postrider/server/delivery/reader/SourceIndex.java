package io.postrider.server.delivery.reader;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The places of each ID in a block: an open-addressing hash table of bit sets. Filled by one
 * thread, then read-only.
 */
public final class SourceIndex {

  private static final int FIRST_SIZE = 8;

  /** The places of one ID, one bit each. */
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

  /** Adds a place of a block of a given size. */
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

  /** The places of an ID, one bit each; null if there is none. */
  long @Nullable [] places(long id) {
    Entry entry = count == 0 ? null : entries[slot(entries, id)];
    return entry == null ? null : entry.places;
  }

  public void forEachId(LongConsumer visitor) {
    for (Entry entry : entries) {
      if (entry != null) {
        visitor.accept(entry.id);
      }
    }
  }

  /** The union of two sets; the arguments do not change. */
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

  /** The first place at or after an index, or -1. */
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

  private static int slot(@Nullable Entry[] entries, long id) {
    int mask = entries.length - 1;
    int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    for (Entry entry = entries[slot]; entry != null && entry.id != id; entry = entries[slot]) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
