package io.postrider.privacy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A set of hashes of 128 bits that only grows; by open addressing, at most half full.
 *
 * <p>One thread at a time adds; any thread may look meanwhile, without waiting: an entry's second
 * word is written before its first, and a first word of 0 means empty, so that a look finds an
 * entry whole or not at all. Where the set has to grow, the larger one is filled before it takes
 * the other one's place. What {@link #add} has returned for is found by every look that begins
 * later.
 *
 * <p>An entry takes 32 to 64 bytes, the table's empty half included: a million of them 32 MiB.
 */
final class HashSet128 {

  private static final int SMALLEST_SLOTS = 16;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private volatile long[] words = new long[2 * SMALLEST_SLOTS];
  private int entries;

  /** Adds a hash unless it is there. */
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

  /** Whether a hash is in the set. */
  boolean contains(long high, long low) {
    long[] now = words;
    long first = marked(high);
    int mask = now.length / 2 - 1;
    for (int slot = (int) low & mask; ; slot = (slot + 1) & mask) {
      // once, because an entry of another hash may take an empty slot between two looks
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

  /** The slot that holds a hash, or the empty one where it would go; for the adding thread. */
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

  /** The word that stands for the upper half: never 0, at the price of one bit. */
  private static long marked(long high) {
    return high | 1;
  }
}
