package io.postrider.server.people.profile;

import java.nio.ByteBuffer;

/** What an id is found by: 128 bits that nobody outside can make collide. */
public record IdHash(long high, long low) {

  /** The length of its bytes. */
  public static final int LENGTH = 16;

  /** The hash of sixteen bytes. */
  public static IdHash of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new IdHash(buffer.getLong(), buffer.getLong());
  }

  public byte[] bytes() {
    return ByteBuffer.allocate(LENGTH).putLong(high).putLong(low).array();
  }
}
