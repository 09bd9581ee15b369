package io.postrider.privacy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An append-only set of 128-bit hashes with open addressing, at most half full.
 *
 * <p>One thread at a time adds; any thread may read concurrently without locks. An entry's second
 * word is written before its first, and a first word of 0 means empty, so a reader sees a complete
 * entry or none. When the set grows, the larger table is filled before it is published. After
 * {@link #add} returns, every later read finds the hash.
 *
 * <p>An entry takes 32 to 64 bytes, including empty slots: a million entries take 32 MiB.
 */
final class HashSet128 {

  private static final int SMALLEST_SLOTS = 16;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private volatile long[] words = new long[2 * SMALLEST_SLOTS];
  private int entries;

  /** Adds a hash unless it is present. */
  void add(long high, long low) {
    long first = marked(high);
    long[] now = words;
    int slot = find(now, first, low);
    if (now[2 * slot] != 0) {
      return;
    }
    if (4 * (entries + 1) > now.length) {
      now = grown(now);
      put(now, find(now, first, low), first, low);
      words = now;
    } else {
      put(now, slot, first, low);
    }
    entries++;
  }

  boolean contains(long high, long low) {
    long[] now = words;
    long first = marked(high);
    int mask = now.length / 2 - 1;
    for (int slot = (int) low & mask; ; slot = (slot + 1) & mask) {
      // read once, because another hash may take an empty slot between two reads
      long there = (long) WORD.getAcquire(now, 2 * slot);
      if (there == 0 || (there == first && now[2 * slot + 1] == low)) {
        return there != 0;
      }
    }
  }

  int size() {
    return entries;
  }

  long sizeBytes() {
    return (long) Long.BYTES * words.length;
  }

  /** The slot of a hash, or the empty slot to insert it; for the adding thread. */
  private static int find(long[] words, long first, long low) {
    int mask = words.length / 2 - 1;
    int slot = (int) low & mask;
    while (words[2 * slot] != 0 && (words[2 * slot] != first || words[2 * slot + 1] != low)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static void put(long[] words, int slot, long first, long low) {
    words[2 * slot + 1] = low;
    WORD.setRelease(words, 2 * slot, first);
  }

  private static long[] grown(long[] old) {
    long[] larger = new long[2 * old.length];
    for (int at = 0; at < old.length; at += 2) {
      if (old[at] != 0) {
        put(larger, find(larger, old[at], old[at + 1]), old[at], old[at + 1]);
      }
    }
    return larger;
  }

  /** The stored upper half; never 0, which loses one bit. */
  private static long marked(long high) {
    return high | 1;
  }
}
