package io.postrider.message;

/**
 * SipHash-2-4 with 64 or 128 bits of output: fast for short inputs, and unpredictable without the
 * key.
 *
 * <p>Reusable; belongs to one thread. The input is a prefix of whole words followed by a range of
 * bytes. Every {@link #hash} continues from the prefix, so that inputs with the same prefix share
 * its work.
 */
final class SipHash {

  private final HashKey key;
  private final boolean wide;
  private State begun;
  private long begunBytes;
  private long low;
  private long high;

  /** Creates a hash of 64 or (wide) 128 bits. */
  SipHash(HashKey key, boolean wide) {
    this.key = key;
    this.wide = wide;
    this.begun = initial(key, wide);
  }

  private static State initial(HashKey key, boolean wide) {
    return new State(
        key.low() ^ 0x736f6d6570736575L,
        key.high() ^ 0x646f72616e646f6dL ^ (wide ? 0xEE : 0),
        key.low() ^ 0x6c7967656e657261L,
        key.high() ^ 0x7465646279746573L);
  }

  /** Sets the prefix of all inputs: these words, in little-endian order. */
  void begin(long... words) {
    begun = initial(key, wide);
    begunBytes = (long) Long.BYTES * words.length;
    for (long word : words) {
      begun.word(word);
    }
  }

  /** Computes the hash of the prefix and a range of bytes. */
  void hash(byte[] bytes, int from, int to) {
    State state = new State(begun.v0, begun.v1, begun.v2, begun.v3);
    int i = from;
    for (; i + 8 <= to; i += 8) {
      state.word(JsonText.word(bytes, i));
    }
    state.word((begunBytes + to - from) << 56 | JsonText.shortWord(bytes, i, to - i));
    state.v2 ^= wide ? 0xEE : 0xFF;
    state.round();
    state.round();
    state.round();
    state.round();
    low = state.sum();
    if (wide) {
      state.v1 ^= 0xDD;
      state.round();
      state.round();
      state.round();
      state.round();
      high = state.sum();
    }
  }

  /** The first eight bytes of the hash, little-endian. */
  long low() {
    return low;
  }

  /** The last eight bytes of a wide hash, little-endian. */
  long high() {
    return high;
  }

  /** Does not escape {@link #hash}, so that compiled code holds its words in registers. */
  private static final class State {
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    State(long v0, long v1, long v2, long v3) {
      this.v0 = v0;
      this.v1 = v1;
      this.v2 = v2;
      this.v3 = v3;
    }

    void word(long word) {
      v3 ^= word;
      round();
      round();
      v0 ^= word;
    }

    long sum() {
      return v0 ^ v1 ^ v2 ^ v3;
    }

    void round() {
      long a = v0 + v1;
      long b = Long.rotateLeft(v1, 13) ^ a;
      a = Long.rotateLeft(a, 32);
      long c = v2 + v3;
      long d = Long.rotateLeft(v3, 16) ^ c;
      a += d;
      v3 = Long.rotateLeft(d, 21) ^ a;
      c += b;
      v1 = Long.rotateLeft(b, 17) ^ c;
      v2 = Long.rotateLeft(c, 32);
      v0 = a;
    }
  }
}
