package io.postrider.message;

/**
 * SipHash-2-4 with 64 or 128 bits of output: fast for short inputs, and unpredictable without the
 * key.
 *
 * <p>Reusable; belongs to one thread. The input is any number of whole words followed by one
 * stretch of bytes, after which the hash can be asked for.
 */
final class SipHash {

  private final HashKey key;
  private long v0;
  private long v1;
  private long v2;
  private long v3;
  private long length;
  private boolean wide;
  private long low;
  private long high;

  SipHash(HashKey key) {
    this.key = key;
  }

  /** Starts over, for 64 or (wide) 128 bits. */
  SipHash start(boolean wide) {
    this.wide = wide;
    v0 = key.low() ^ 0x736f6d6570736575L;
    v1 = key.high() ^ 0x646f72616e646f6dL ^ (wide ? 0xEE : 0);
    v2 = key.low() ^ 0x6c7967656e657261L;
    v3 = key.high() ^ 0x7465646279746573L;
    length = 0;
    return this;
  }

  /** Takes in eight bytes, the lowest first. */
  SipHash word(long word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
    length += 8;
    return this;
  }

  /** Takes in the last bytes and computes the hash. */
  SipHash finish(byte[] bytes, int from, int to) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      word(JsonText.word(bytes, i));
    }
    word((length + to - i) << 56 | JsonText.shortWord(bytes, i, to - i));
    v2 ^= wide ? 0xEE : 0xFF;
    round();
    round();
    round();
    round();
    low = v0 ^ v1 ^ v2 ^ v3;
    if (wide) {
      v1 ^= 0xDD;
      round();
      round();
      round();
      round();
      high = v0 ^ v1 ^ v2 ^ v3;
    }
    return this;
  }

  /** The first eight bytes of the hash, the lowest first. */
  long low() {
    return low;
  }

  /** The last eight bytes of a wide hash, the lowest first. */
  long high() {
    return high;
  }

  private void round() {
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
