package io.postrider.server.ingest;

import io.postrider.message.MessageLimits;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request as it arrives, kept up to a limit.
 *
 * <p>Belongs to the request's event loop. What comes beyond the limit is counted and thrown away,
 * so that the client hears the answer; a client that goes on for much longer is cut off.
 */
final class BodyBuffer {

  /** A packed body may be a little longer than what it holds. */
  private static final int MOST_KEPT = MessageLimits.BODY_BYTES + 4_096;

  /** How much of a body that is too large is read before the connection is closed. */
  private static final int MOST_READ = 8 * 1024 * 1024;

  /** How many times what has come may be held ready for what is to come. */
  static final int GROWTH = 8;

  private static final byte[] NOTHING = {};

  private final BodyArrayPool arrays;
  private final int announced;
  private byte[] bytes = NOTHING;
  private int length;
  private long seen;

  /** A body whose length the client has announced, or null if it has not. */
  BodyBuffer(@Nullable String contentLength, BodyArrayPool arrays) {
    this.arrays = arrays;
    this.announced = announced(contentLength);
  }

  /** Takes the next piece; false if nothing more should be read from this client. */
  boolean add(Buffer piece) {
    int size = piece.length();
    seen += size;
    if (seen > MOST_KEPT) {
      bytes = NOTHING;
      return seen <= MOST_READ;
    }
    if (length + size > bytes.length) {
      grow(length + size);
    }
    piece.getBytes(bytes, length);
    length += size;
    return true;
  }

  private void grow(int needed) {
    byte[] before = bytes;
    byte[] used = arrays.take(needed);
    bytes = used != null ? used : new byte[room(needed)];
    System.arraycopy(before, 0, bytes, 0, length);
  }

  /** Lets go of the body, which nobody reads any more. */
  void release() {
    arrays.giveBack(bytes);
    bytes = NOTHING;
  }

  /** Room for what is here and for more, but never for much that is only announced. */
  private int room(int needed) {
    int most = announced >= needed ? announced : MOST_KEPT;
    return Math.clamp((long) GROWTH * needed, needed, most);
  }

  /** The body, from index 0; only {@link #length} bytes of it count. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean tooLarge() {
    return seen > MOST_KEPT;
  }

  private static int announced(@Nullable String header) {
    if (header == null) {
      return 0;
    }
    try {
      return Math.clamp(Long.parseLong(header), 0, MOST_KEPT);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
