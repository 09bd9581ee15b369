package io.postrider.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The secret that hashes of ids are keyed with, so that nobody outside can make two ids collide.
 * Kept with the data: other hashes would forget which messages were seen.
 */
public final class HashKey {

  /** The bytes of a key. */
  public static final int LENGTH = 16;

  private final long low;
  private final long high;

  private HashKey(long low, long high) {
    this.low = low;
    this.high = high;
  }

  /** The key of sixteen bytes. */
  public static HashKey of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("a hash key of " + bytes.length + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new HashKey(buffer.getLong(), buffer.getLong());
  }

  long low() {
    return low;
  }

  long high() {
    return high;
  }

  @Override
  public String toString() {
    return "***";
  }
}
