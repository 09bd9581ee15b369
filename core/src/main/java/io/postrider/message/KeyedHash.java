package io.postrider.message;

/**
 * Keyed hashes of bytes; collisions cannot be crafted without the key.
 *
 * <p>Belongs to one thread. Hashes under different labels are independent.
 */
public final class KeyedHash {

  public static final int WIDE_BYTES = 16;

  private final SipHash narrow;
  private final SipHash wide;

  public KeyedHash(HashKey key) {
    narrow = new SipHash(key, false);
    wide = new SipHash(key, true);
  }

  public long narrow(long label, byte[] bytes) {
    narrow.begin(label);
    narrow.hash(bytes, 0, bytes.length);
    return narrow.low();
  }

  public byte[] wide(long label, byte[] bytes) {
    wide.begin(label);
    wide.hash(bytes, 0, bytes.length);
    byte[] hash = new byte[WIDE_BYTES];
    RecordHeader.putLong(hash, 0, wide.low());
    RecordHeader.putLong(hash, Long.BYTES, wide.high());
    return hash;
  }
}
