package io.postrider.server.people.profile;

import java.nio.ByteBuffer;

/** The keyed 128-bit hash of an ID, by which profiles are looked up. */
public record IdHash(long high, long low) {

  public static final int LENGTH = 16;

  public static IdHash of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new IdHash(buffer.getLong(), buffer.getLong());
  }

  public byte[] bytes() {
    return ByteBuffer.allocate(LENGTH).putLong(high).putLong(low).array();
  }
}
