package io.postrider.server.collect.dedupe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A set of 128-bit hashes in memory outside the heap, by open addressing, at most half full.
 *
 * <p>Not thread-safe. The hashes are keyed, so nobody outside can make them collide. It grows by
 * doubling up to a fixed number of entries and gives its memory back when closed.
 */
final class HashTable implements AutoCloseable {

  private static final long ENTRY_BYTES = 16;
  private static final int SMALLEST_SLOTS = 64;

  private final int maxEntries;
  private Arena arena = Arena.ofShared();
  private MemorySegment slots;
  private long mask;
  private int entries;

  HashTable(int maxEntries) {
    this.maxEntries = maxEntries;
    this.slots = allocate(arena, SMALLEST_SLOTS);
    this.mask = SMALLEST_SLOTS - 1;
  }

  int entries() {
    return entries;
  }

  boolean full() {
    return entries >= maxEntries;
  }

  long sizeBytes() {
    return slots.byteSize();
  }

  boolean contains(long high, long low) {
    return slotValue(find(slots, mask, high, low)) != 0;
  }

  /** Adds a hash; false if it was there. The caller has looked at {@link #full}. */
  boolean add(long high, long low) {
    long slot = find(slots, mask, high, low);
    if (slotValue(slot) != 0) {
      return false;
    }
    if (2L * (entries + 1) > mask + 1) {
      grow();
      slot = find(slots, mask, high, low);
    }
    put(slots, slot, high, low);
    entries++;
    return true;
  }

  /** Takes a hash out, if it is there; later ones move back, so that no gap misleads a search. */
  void remove(long high, long low) {
    long hole = find(slots, mask, high, low);
    if (slotValue(hole) == 0) {
      return;
    }
    entries--;
    long slot = hole;
    while (true) {
      put(slots, hole, 0, 0);
      long home;
      do {
        slot = (slot + 1) & mask;
        if (slotValue(slot) == 0) {
          return;
        }
        home = lowValue(slot) & mask;
        // an entry may move into the hole only if the hole lies between its home and its place
      } while (((slot - home) & mask) < ((slot - hole) & mask));
      put(slots, hole, slotValue(slot), lowValue(slot));
      hole = slot;
    }
  }

  @Override
  public void close() {
    arena.close();
  }

  private void grow() {
    long wider = 2 * (mask + 1);
    Arena widerArena = Arena.ofShared();
    MemorySegment widerSlots = allocate(widerArena, wider);
    for (long slot = 0; slot <= mask; slot++) {
      if (slotValue(slot) != 0) {
        long high = slotValue(slot);
        long low = lowValue(slot);
        put(widerSlots, find(widerSlots, wider - 1, high, low), high, low);
      }
    }
    arena.close();
    arena = widerArena;
    slots = widerSlots;
    mask = wider - 1;
  }

  /** The high half of a slot; 0 means empty, which {@link Deduplication} never hands in. */
  private long slotValue(long slot) {
    return slots.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES);
  }

  private long lowValue(long slot) {
    return slots.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES + 8);
  }

  /** The slot that holds a hash, or the empty one where it would go. */
  private static long find(MemorySegment slots, long mask, long high, long low) {
    long slot = low & mask;
    while (true) {
      long there = slots.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES);
      if (there == 0
          || (there == high && slots.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES + 8) == low)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private static void put(MemorySegment slots, long slot, long high, long low) {
    slots.set(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES, high);
    slots.set(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES + 8, low);
  }

  private static MemorySegment allocate(Arena arena, long slots) {
    return arena.allocate(slots * ENTRY_BYTES, 64);
  }
}
