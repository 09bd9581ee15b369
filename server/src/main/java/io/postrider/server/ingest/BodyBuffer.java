package io.postrider.server.ingest;

import io.postrider.message.MessageLimits;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, buffered up to a limit.
 *
 * <p>Belongs to the request's event loop. Bytes beyond the limit are counted and discarded, so that
 * the client can read the response; a client that sends much more is disconnected.
 */
final class BodyBuffer {

  /** A compressed body may be a little longer than its content. */
  private static final int MAX_BUFFERED = MessageLimits.BODY_BYTES + 4_096;

  /** How much of an oversized body is read before the connection is closed. */
  private static final int MAX_READ = 8 * 1024 * 1024;

  /** How many times the received size may be allocated in advance. */
  static final int GROWTH = 8;

  private static final byte[] NOTHING = {};

  private final BodyArrayPool arrays;
  private final int announced;
  private byte[] bytes = NOTHING;
  private int length;
  private long received;

  /** A body with its Content-Length; null if the client sent none. */
  BodyBuffer(@Nullable String contentLength, BodyArrayPool arrays) {
    this.arrays = arrays;
    this.announced = announced(contentLength);
  }

  /** Adds the next chunk; false if the connection must be closed. */
  boolean add(Buffer chunk) {
    int size = chunk.length();
    received += size;
    if (received > MAX_BUFFERED) {
      bytes = NOTHING;
      return received <= MAX_READ;
    }
    if (length + size > bytes.length) {
      grow(length + size);
    }
    chunk.getBytes(bytes, length);
    length += size;
    return true;
  }

  private void grow(int needed) {
    byte[] before = bytes;
    byte[] used = arrays.take(needed);
    bytes = used != null ? used : new byte[room(needed)];
    System.arraycopy(before, 0, bytes, 0, length);
  }

  /** Returns the array to the pool; the body is not read any more. */
  void release() {
    arrays.release(bytes);
    bytes = NOTHING;
  }

  /** The size to allocate: never much more than was received, whatever Content-Length says. */
  private int room(int needed) {
    int most = announced >= needed ? announced : MAX_BUFFERED;
    return Math.clamp((long) GROWTH * needed, needed, most);
  }

  /** The body, from index 0; only the first {@link #length} bytes are valid. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean tooLarge() {
    return received > MAX_BUFFERED;
  }

  private static int announced(@Nullable String header) {
    if (header == null) {
      return 0;
    }
    try {
      return Math.clamp(Long.parseLong(header), 0, MAX_BUFFERED);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
