package io.postrider.server.ledger.index;

/** A key and a block in one long, in the order of keys, then blocks. */
final class Pairs {

  static final int BLOCK_BITS = 20;

  /** The most blocks of a run. */
  static final int MAX_BLOCKS = 1 << BLOCK_BITS;

  /** Keys are less than this. */
  static final long MAX_KEY = 1L << (Long.SIZE - 1 - BLOCK_BITS);

  private Pairs() {}

  static long of(long key, int block) {
    return key << BLOCK_BITS | block;
  }

  static long key(long pair) {
    return pair >>> BLOCK_BITS;
  }

  static int block(long pair) {
    return (int) (pair & (MAX_BLOCKS - 1));
  }

  /** The key of a user: the first half of the hash. Other users may share it. 0 if unknown. */
  static long ofUser(long userHash) {
    return userHash == 0 ? 0 : Math.max(1, userHash >>> Integer.SIZE);
  }
}
