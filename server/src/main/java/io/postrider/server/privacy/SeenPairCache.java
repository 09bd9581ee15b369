package io.postrider.server.privacy;

/**
 * Pairs of a user and a source that are known to be kept, by the hash that records carry: a table
 * in which a later pair takes the place of an earlier one. Belongs to one thread.
 *
 * <p>What it answers yes to was added; what it answers no to may have been.
 */
final class SeenPairCache {

  private final long[] hashes;

  /** A table of so many places, which is a power of two; each takes eight bytes. */
  SeenPairCache(int places) {
    if (Integer.bitCount(places) != 1) {
      throw new IllegalArgumentException(places + " places");
    }
    hashes = new long[places];
  }

  boolean contains(long hash) {
    return hash != 0 && hashes[place(hash)] == hash;
  }

  void add(long hash) {
    hashes[place(hash)] = hash;
  }

  private int place(long hash) {
    return (int) hash & (hashes.length - 1);
  }
}
