package io.postrider.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The secret key of ID hashes, which prevents crafted collisions. Stored with the data: with
 * another key, deduplication would not recognize earlier messages.
 */
public final class HashKey {

  public static final int LENGTH = 16;

  private final long low;
  private final long high;

  private HashKey(long low, long high) {
    this.low = low;
    this.high = high;
  }

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
