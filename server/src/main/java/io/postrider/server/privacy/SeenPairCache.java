package io.postrider.server.privacy;

/**
 * A cache of stored pairs of user and source, by the hash in their records. A later pair replaces
 * an earlier one in the same slot. Belongs to one thread.
 *
 * <p>A hit is certain; a miss is not.
 */
final class SeenPairCache {

  private final long[] hashes;

  /** A cache with a number of slots that is a power of two; each takes eight bytes. */
  SeenPairCache(int slots) {
    if (Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException(slots + " slots is not a power of two");
    }
    hashes = new long[slots];
  }

  boolean contains(long hash) {
    return hash != 0 && hashes[slot(hash)] == hash;
  }

  void add(long hash) {
    hashes[slot(hash)] = hash;
  }

  private int slot(long hash) {
    return (int) hash & (hashes.length - 1);
  }
}
