package io.postrider.server.database;

import io.postrider.id.DestinationId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A list of destination IDs as one column, eight bytes each. */
public final class DestinationBytes {

  private DestinationBytes() {}

  public static byte[] of(List<DestinationId> destinations) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * destinations.size());
    destinations.forEach(destination -> bytes.putLong(destination.bits()));
    return bytes.array();
  }

  public static List<DestinationId> read(byte[] column) {
    List<DestinationId> destinations = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(column);
    while (bytes.hasRemaining()) {
      destinations.add(new DestinationId(bytes.getLong()));
    }
    return destinations;
  }
}
