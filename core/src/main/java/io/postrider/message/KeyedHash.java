package io.postrider.message;

/**
 * Hashes of any bytes under a key: nobody without it can make two of them collide.
 *
 * <p>Belongs to one thread. What is hashed under different labels has nothing in common.
 */
public final class KeyedHash {

  /** The length of a wide hash. */
  public static final int WIDE_BYTES = 16;

  private final SipHash narrow;
  private final SipHash wide;

  public KeyedHash(HashKey key) {
    narrow = new SipHash(key, false);
    wide = new SipHash(key, true);
  }

  /** A hash of 64 bits. */
  public long narrow(long label, byte[] bytes) {
    narrow.begin(label);
    narrow.hash(bytes, 0, bytes.length);
    return narrow.low();
  }

  /** A hash of 128 bits. */
  public byte[] wide(long label, byte[] bytes) {
    wide.begin(label);
    wide.hash(bytes, 0, bytes.length);
    byte[] hash = new byte[WIDE_BYTES];
    RecordHeader.putLong(hash, 0, wide.low());
    RecordHeader.putLong(hash, Long.BYTES, wide.high());
    return hash;
  }
}
