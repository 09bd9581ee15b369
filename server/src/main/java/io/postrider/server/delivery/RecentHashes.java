package io.postrider.server.delivery;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The message hashes of a span of time, in bounded memory: a few generations that expire whole.
 * When a generation is full, the oldest goes early. Belongs to one thread at a time.
 */
final class RecentHashes {

  private static final int GENERATIONS = 4;

  private final long generationMillis;
  private final int maxPerGeneration;
  private final Deque<Generation> generations = new ArrayDeque<>();

  /** Hashes since a time, in a set by open addressing that is at most half full. */
  private static final class Generation {

    final long fromMillis;
    private long[] slots = new long[128];
    private int count;

    Generation(long fromMillis) {
      this.fromMillis = fromMillis;
    }

    boolean contains(long high, long low) {
      return slots[slot(high, low)] != 0;
    }

    void add(long high, long low) {
      if (4 * (count + 1) > slots.length) {
        grow();
      }
      int slot = slot(high, low);
      if (slots[slot] == 0) {
        slots[slot] = high;
        slots[slot + 1] = low;
        count++;
      }
    }

    private void grow() {
      long[] old = slots;
      slots = new long[2 * old.length];
      for (int i = 0; i < old.length; i += 2) {
        if (old[i] != 0) {
          int slot = slot(old[i], old[i + 1]);
          slots[slot] = old[i];
          slots[slot + 1] = old[i + 1];
        }
      }
    }

    /** The index of a hash, or of the empty slot for it. */
    private int slot(long high, long low) {
      int mask = slots.length - 2;
      int slot = ((int) low << 1) & mask;
      while (slots[slot] != 0 && (slots[slot] != high || slots[slot + 1] != low)) {
        slot = (slot + 2) & mask;
      }
      return slot;
    }
  }

  /**
   * @param windowMillis how long a hash is remembered, at least
   * @param most how many are remembered, at most
   */
  RecentHashes(long windowMillis, int most) {
    this.generationMillis = Math.max(1, windowMillis / (GENERATIONS - 1));
    this.maxPerGeneration = Math.max(1, most / GENERATIONS);
  }

  /** Adds a hash; false if it is remembered. Times do not decrease. */
  boolean add(long high, long low, long nowMillis) {
    long first = high == 0 ? 1 : high; // an empty slot holds 0
    for (Generation generation : generations) {
      if (generation.contains(first, low)) {
        return false;
      }
    }
    newest(nowMillis).add(first, low);
    return true;
  }

  private Generation newest(long nowMillis) {
    Generation newest = generations.peekFirst();
    if (newest == null
        || nowMillis - newest.fromMillis >= generationMillis
        || newest.count >= maxPerGeneration) {
      newest = new Generation(nowMillis);
      generations.addFirst(newest);
      if (generations.size() > GENERATIONS) {
        generations.removeLast();
      }
    }
    return newest;
  }
}
