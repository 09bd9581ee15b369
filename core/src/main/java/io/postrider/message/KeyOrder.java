package io.postrider.message;

import java.util.Arrays;

/**
 * What the keys of all open objects say about their spelling: whether one is repeated, and whether
 * the integer ones come first and ascend.
 *
 * <p>Reusable; belongs to one thread. Keys are compared by 64-bit hashes that lie on one stack,
 * those of an inner object above those of the outer one. While they are few, each is compared with
 * the others, if a filter of 64 bits says that it may be among them; the hashes of an object with
 * many keys are sorted at its end. So the work stays below n log n whatever the keys are. Two keys
 * with the same hash count as one: that costs a rewrite that changes nothing.
 */
final class KeyOrder {

  /** Up to this many keys, comparing pairs is cheaper than sorting. */
  private static final int FEW_KEYS = 12;

  /** Marks an object in which a key that is not an integer was seen. */
  private static final long NO_MORE_INTEGERS = Long.MAX_VALUE;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int[] bases = new int[Limits.LEVELS + 1];
  private final long[] filters = new long[Limits.LEVELS + 1];
  private final long[] lastIntegers = new long[Limits.LEVELS + 1];
  private long[] hashes = new long[64];
  private int count;

  void clear() {
    count = 0;
  }

  /** An object starts at a level. */
  void open(int level) {
    bases[level] = count;
    filters[level] = 0;
    lastIntegers[level] = -1;
  }

  /**
   * Notes a key of the object at a level, whose first and last eight bytes are given; false if it
   * shows that the spelling is not settled.
   */
  boolean note(int level, byte[] bytes, int from, int to, long head, long tail) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    long hash = (head ^ Long.rotateLeft(tail, 29) ^ (to - from)) * MULTIPLIER;
    for (int i = from + 8; i < to - 8; i += 8) {
      hash = (hash ^ hash >>> 32 ^ JsonText.word(bytes, i)) * MULTIPLIER;
    }
    hash ^= hash >>> 29;
    long bit = 1L << (hash >>> 58);
    long filter = filters[level];
    boolean repeated = (filter & bit) != 0 && isAmongFew(hash, bases[level]);
    filters[level] = filter | bit;
    hashes[count++] = hash;
    byte first = bytes[from];
    if (first > '9' || first < '0') {
      lastIntegers[level] = NO_MORE_INTEGERS;
      return !repeated;
    }
    return isInOrder(level, JsonText.integerKey(bytes, from, to)) && !repeated;
  }

  private boolean isInOrder(int level, long integer) {
    long last = lastIntegers[level];
    lastIntegers[level] = integer < 0 ? NO_MORE_INTEGERS : integer;
    return integer < 0 || integer > last;
  }

  private boolean isAmongFew(long hash, int base) {
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

  /** The object at a level ends; false if one of many keys is repeated. */
  boolean close(int level) {
    int base = bases[level];
    boolean many = count - base > FEW_KEYS;
    boolean settled = !many || !repeats(base);
    count = base;
    return settled;
  }

  private boolean repeats(int base) {
    Arrays.sort(hashes, base, count);
    for (int i = base + 1; i < count; i++) {
      if (hashes[i] == hashes[i - 1]) {
        return true;
      }
    }
    return false;
  }
}
