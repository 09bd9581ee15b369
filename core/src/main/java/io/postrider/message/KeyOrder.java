package io.postrider.message;

import java.util.Arrays;

/**
 * Checks whether the keys of all open objects are canonical: no duplicates, and integer keys first
 * and ascending.
 *
 * <p>Reusable; belongs to one thread. Compares keys by 64-bit hashes on one stack, those of an
 * inner object above those of the outer one. While an object has few keys, each is compared with
 * the others if a 64-bit Bloom filter matches; the hashes of an object with many keys are sorted at
 * its end. So the work is O(n log n) for any input. Two keys with the same hash count as
 * duplicates, which costs a rewrite without changes.
 */
final class KeyOrder {

  /** Up to this many keys, comparing pairs is cheaper than sorting. */
  private static final int FEW_KEYS = 12;

  /** Marks an object with a key that is not an integer. */
  private static final long NO_MORE_INTEGERS = Long.MAX_VALUE;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] hashes = new long[64];
  private int count;

  // The innermost open object.
  private int level;
  private int base;
  private long filter;
  private long lastInteger;

  // The enclosing objects.
  private final int[] bases = new int[MessageLimits.LEVELS + 1];
  private final long[] filters = new long[MessageLimits.LEVELS + 1];
  private final long[] lastIntegers = new long[MessageLimits.LEVELS + 1];

  void clear() {
    count = 0;
    level = 0;
  }

  void open() {
    bases[level] = base;
    filters[level] = filter;
    lastIntegers[level] = lastInteger;
    level++;
    base = count;
    filter = 0;
    lastInteger = -1;
  }

  /** Adds a key, given its first and last eight bytes; false if the object is not canonical. */
  boolean note(byte[] bytes, int from, int to, long head, long tail) {
    long hash = (head ^ Long.rotateLeft(tail, 29) ^ (to - from)) * MULTIPLIER;
    if (to - from > 16) {
      hash = hashMiddle(bytes, from, to, hash);
    }
    int at = count;
    if (at == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * at);
    }
    long seen = filter;
    long bit = 1L << (hash >>> 58);
    boolean repeated = (seen & bit) != 0 && isAmongFew(hash);
    filter = seen | bit;
    hashes[at] = hash;
    count = at + 1;
    int first = (int) head & 0xFF;
    if (first > '9' || first < '0') {
      lastInteger = NO_MORE_INTEGERS;
      return !repeated;
    }
    return isInOrder(JsonText.integerKey(bytes, from, to)) && !repeated;
  }

  private static long hashMiddle(byte[] bytes, int from, int to, long hash) {
    long mixed = hash;
    for (int i = from + 8; i < to - 8; i += 8) {
      mixed = (mixed ^ mixed >>> 32 ^ JsonText.word(bytes, i)) * MULTIPLIER;
    }
    return mixed;
  }

  private boolean isInOrder(long integer) {
    long last = lastInteger;
    lastInteger = integer < 0 ? NO_MORE_INTEGERS : integer;
    return integer < 0 || integer > last;
  }

  private boolean isAmongFew(long hash) {
    if (count - base > FEW_KEYS) {
      return false;
    }
    for (int i = base; i < count; i++) {
      if (hashes[i] == hash) {
        return true;
      }
    }
    return false;
  }

  /** Ends the innermost object; false if a key is repeated. */
  boolean close() {
    boolean canonical = count - base <= FEW_KEYS || !repeats();
    count = base;
    level--;
    base = bases[level];
    filter = filters[level];
    lastInteger = lastIntegers[level];
    return canonical;
  }

  private boolean repeats() {
    Arrays.sort(hashes, base, count);
    for (int i = base + 1; i < count; i++) {
      if (hashes[i] == hashes[i - 1]) {
        return true;
      }
    }
    return false;
  }
}
