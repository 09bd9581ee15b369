package io.postrider.server.database;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** A fixed-length index key for event names of any length and content. */
public final class EventHash {

  private static final int LENGTH = 16;

  private EventHash() {}

  /** The first bytes of the SHA-256 of a name's code units; none for the empty name. */
  public static byte[] of(String event) {
    if (event.isEmpty()) {
      return new byte[0];
    }
    ByteBuffer units = ByteBuffer.allocate(2 * event.length());
    units.asCharBuffer().put(event);
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(units.array()), LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
