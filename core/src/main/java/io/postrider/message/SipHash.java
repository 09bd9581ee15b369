package io.postrider.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 with 64 or 128 bits of output: fast for short inputs, and unpredictable without the
 * key.
 *
 * <p>Reusable; belongs to one thread. The input is any number of whole words followed by one
 * stretch of bytes, after which the hash can be asked for.
 */
final class SipHash {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
    rounds(2);
    v0 ^= word;
    length += 8;
    return this;
  }

  /** Takes in the last bytes and computes the hash. */
  SipHash finish(byte[] bytes, int from, int to) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      word((long) WORD.get(bytes, i));
    }
    long last = (length + to - i) << 56;
    for (int j = to - 1; j >= i; j--) {
      last |= (bytes[j] & 0xFFL) << (8 * (j - i));
    }
    word(last);
    v2 ^= wide ? 0xEE : 0xFF;
    rounds(4);
    low = v0 ^ v1 ^ v2 ^ v3;
    if (wide) {
      v1 ^= 0xDD;
      rounds(4);
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

  private void rounds(int count) {
    long a = v0;
    long b = v1;
    long c = v2;
    long d = v3;
    for (int i = 0; i < count; i++) {
      a += b;
      b = Long.rotateLeft(b, 13) ^ a;
      a = Long.rotateLeft(a, 32);
      c += d;
      d = Long.rotateLeft(d, 16) ^ c;
      a += d;
      d = Long.rotateLeft(d, 21) ^ a;
      c += b;
      b = Long.rotateLeft(b, 17) ^ c;
      c = Long.rotateLeft(c, 32);
    }
    v0 = a;
    v1 = b;
    v2 = c;
    v3 = d;
  }
}
