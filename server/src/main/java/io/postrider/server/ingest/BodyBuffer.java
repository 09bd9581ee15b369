package io.postrider.server.ingest;

import io.postrider.message.MessageLimits;
import io.postrider.server.http.BodyBudget;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, buffered up to a limit, in memory that it takes from the budget of all
 * bodies.
 *
 * <p>Belongs to the request's event loop. Bytes beyond the limit are counted and discarded, so that
 * the client can read the response; a client that sends much more is disconnected.
 */
final class BodyBuffer {

  /** A compressed body may be a little longer than its content. */
  private static final int MAX_BUFFERED = MessageLimits.BODY_BYTES + 4_096;

  /** How much of a body is read, and mostly discarded, before the connection is closed. */
  static final int MAX_READ = 8 * 1024 * 1024;

  /** How many times the received size may be allocated in advance. */
  static final int GROWTH = 8;

  private static final byte[] NOTHING = {};

  /** The result of adding a chunk. */
  enum Added {
    /** Added, or discarded because the body is too large. */
    READ,
    /** The budget has no memory for it; the body is released. */
    NO_MEMORY,
    /** The client sends far too much; the connection must be closed. */
    ENDLESS
  }

  private final BodyArrayPool arrays;
  private final BodyBudget budget;
  private final boolean known;
  private final int announced;
  private byte[] bytes = NOTHING;
  private int length;
  private long received;

  /**
   * @param contentLength the Content-Length; null if the client sent none
   * @param known whether the request has a valid write key in its head
   */
  BodyBuffer(
      @Nullable String contentLength, BodyArrayPool arrays, BodyBudget budget, boolean known) {
    this.arrays = arrays;
    this.budget = budget;
    this.known = known;
    this.announced = announced(contentLength);
  }

  /** Adds the next chunk. */
  Added add(Buffer chunk) {
    int size = chunk.length();
    received += size;
    if (received > MAX_BUFFERED) {
      release();
      return received <= MAX_READ ? Added.READ : Added.ENDLESS;
    }
    if (length + size > bytes.length && !grow(length + size)) {
      release();
      return Added.NO_MEMORY;
    }
    chunk.getBytes(bytes, length);
    length += size;
    return Added.READ;
  }

  private boolean grow(int needed) {
    byte[] before = bytes;
    byte[] used = arrays.take(needed);
    int size = used != null ? used.length : room(needed);
    if (!budget.take(size, known)) {
      if (used != null) {
        arrays.release(used);
      }
      return false;
    }
    bytes = used != null ? used : new byte[size];
    System.arraycopy(before, 0, bytes, 0, length);
    budget.give(before.length);
    return true;
  }

  /** Returns the array to the pool; the body is not read any more. May be called again. */
  void release() {
    if (bytes.length > 0) {
      budget.give(bytes.length);
      arrays.release(bytes);
      bytes = NOTHING;
    }
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
