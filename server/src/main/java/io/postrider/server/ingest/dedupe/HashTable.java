package io.postrider.server.ingest.dedupe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * An off-heap set of hashes, each with the tag of its generation; open addressing, at most half
 * full.
 *
 * <p>Not thread-safe. All hashes of one table start with the same {@value #TAG_BITS} bits, which
 * are not stored: the tag takes their place, and 0 there means empty. So a lookup is one memory
 * access whatever the number of generations. Hashes are keyed, so clients cannot make them collide.
 * The table grows by doubling and frees its memory when closed.
 */
final class HashTable implements AutoCloseable {

  /** The number of leading bits that all hashes of a table share. */
  static final int TAG_BITS = 8;

  private static final int TAG_SHIFT = Long.SIZE - TAG_BITS;
  private static final long HIGH_MASK = (1L << TAG_SHIFT) - 1;
  private static final long ENTRY_BYTES = 16;
  private static final int SMALLEST_SLOTS = 256;

  private Arena arena = Arena.ofShared();
  private MemorySegment slots;
  private long mask;
  private int entries;

  HashTable() {
    slots = allocate(arena, SMALLEST_SLOTS);
    mask = SMALLEST_SLOTS - 1;
  }

  /**
   * Prefetches the slot of a hash. May be called by any thread at any time: the result is
   * meaningless, and a table that is being moved is skipped.
   */
  long touch(long low) {
    MemorySegment now = slots;
    long bytes = now.byteSize();
    try {
      return now.get(ValueLayout.JAVA_LONG, low * ENTRY_BYTES & bytes - 1);
    } catch (IllegalStateException movedMeanwhile) {
      return 0;
    }
  }

  long sizeBytes() {
    return slots.byteSize();
  }

  /** Adds a hash; false if it is present. */
  boolean add(long high, long low, int tag) {
    long slot = find(high & HIGH_MASK, low);
    if (first(slot) != 0) {
      return false;
    }
    if (2L * (entries + 1) > mask + 1) {
      move(2 * (mask + 1), null);
      slot = find(high & HIGH_MASK, low);
    }
    put(slot, tagged(high, tag), low);
    entries++;
    return true;
  }

  /** Grows to the size for so many hashes, if it is smaller. */
  void expect(long entries) {
    long needed = Math.max(2 * entries, SMALLEST_SLOTS);
    long newSlots = Long.highestOneBit(2 * needed - 1); // the next power of two
    if (newSlots > mask + 1) {
      move(newSlots, null);
    }
  }

  /** Removes a hash and returns its tag, or 0 if it was not present. */
  int remove(long high, long low) {
    long hole = find(high & HIGH_MASK, low);
    int tag = tag(first(hole));
    if (tag == 0) {
      return 0;
    }
    entries--;
    long slot = hole;
    while (true) {
      put(hole, 0, 0);
      long home;
      do {
        slot = (slot + 1) & mask;
        if (first(slot) == 0) {
          return tag;
        }
        home = second(slot) & mask;
        // an entry may move into the hole only if the hole lies between its home and its place
      } while (((slot - home) & mask) < ((slot - hole) & mask));
      put(hole, first(slot), second(slot));
      hole = slot;
    }
  }

  /** Removes all hashes except those with these tags. */
  void retain(BitSet tags) {
    move(mask + 1, tags);
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  /** Copies the hashes with the given tags, or all, into a new table. */
  private void move(long newSlots, @Nullable BitSet tags) {
    Arena oldArena = arena;
    MemorySegment old = slots;
    long oldSlots = mask + 1;
    arena = Arena.ofShared();
    slots = allocate(arena, newSlots);
    mask = newSlots - 1;
    entries = 0;
    for (long slot = 0; slot < oldSlots; slot++) {
      long first = old.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES);
      if (first != 0 && (tags == null || tags.get(tag(first)))) {
        long low = old.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES + 8);
        put(find(first & HIGH_MASK, low), first, low);
        entries++;
      }
    }
    oldArena.close();
  }

  /** The slot of a hash, or the empty slot for it. */
  private long find(long high, long low) {
    long slot = low & mask;
    while (true) {
      long there = first(slot);
      if (there == 0 || ((there & HIGH_MASK) == high && second(slot) == low)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** A hash with a tag in the place of its first bits. */
  static long tagged(long high, int tag) {
    return (long) tag << TAG_SHIFT | (high & HIGH_MASK);
  }

  /** The tag in the first bits. */
  static int tag(long first) {
    return (int) (first >>> TAG_SHIFT);
  }

  private long first(long slot) {
    return slots.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES);
  }

  private long second(long slot) {
    return slots.get(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES + 8);
  }

  private void put(long slot, long first, long second) {
    slots.set(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES, first);
    slots.set(ValueLayout.JAVA_LONG, slot * ENTRY_BYTES + 8, second);
  }

  private static MemorySegment allocate(Arena arena, long slots) {
    return arena.allocate(slots * ENTRY_BYTES, 64);
  }
}
