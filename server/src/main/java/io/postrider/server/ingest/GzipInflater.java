package io.postrider.server.ingest;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses gzip bodies of one event loop (RFC 1952), in a loop over their members.
 *
 * <p>Belongs to its event loop. The result is valid until the next call: one buffer of at most the
 * limit serves all requests of the loop, so a compressed body costs no memory of its own. The work
 * is linear in the input and in the limit; the number of members is limited.
 */
final class GzipInflater {

  /** Well-known tools write one member, or one for each block of 64 KiB. */
  static final int MAX_MEMBERS = 1_000;

  /** The input is not valid gzip. */
  static final int INVALID = -1;

  /** The input has more than {@value #MAX_MEMBERS} members. */
  static final int TOO_MANY_MEMBERS = -2;

  private static final int FIRST_BYTES = 64 * 1024;
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;
  private static final int MAGIC = 0x8b1f;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final byte[] NOTHING = {};

  private final int limit;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private byte[] packed = NOTHING;
  private int end;
  private byte[] bytes = NOTHING;
  private int length;

  /**
   * @param limit the most bytes of a result
   */
  GzipInflater(int limit) {
    this.limit = limit;
  }

  /**
   * Decompresses a body into {@link #bytes}.
   *
   * @return the number of bytes, one more than the limit if there are more; or {@link #INVALID} or
   *     {@link #TOO_MANY_MEMBERS}
   */
  int inflate(byte[] body, int bodyLength) {
    packed = body;
    end = bodyLength;
    length = 0;
    try {
      return members();
    } catch (DataFormatException malformed) {
      return INVALID;
    } finally {
      packed = NOTHING;
      inflater.reset(); // releases the body
    }
  }

  /** The result, from index 0. */
  byte[] bytes() {
    return bytes;
  }

  private int members() throws DataFormatException {
    int at = 0;
    for (int member = 0; at < end || member == 0; member++) {
      if (member == MAX_MEMBERS) {
        return TOO_MANY_MEMBERS;
      }
      int data = header(at);
      int before = length;
      int trailer = data(data);
      if (length > limit) {
        return length;
      }
      at = trailer(trailer, before);
    }
    return length;
  }

  /** Checks the header of a member and returns where its data begins. */
  private int header(int at) throws DataFormatException {
    check(at + HEADER_BYTES <= end && unsigned16(at) == MAGIC && packed[at + 2] == DEFLATE);
    int flags = packed[at + 3];
    check((flags & RESERVED) == 0);
    int next = at + HEADER_BYTES;
    if ((flags & EXTRA) != 0) {
      check(next + 2 <= end);
      next += 2 + unsigned16(next);
    }
    if ((flags & NAME) != 0) {
      next = afterZero(next);
    }
    if ((flags & COMMENT) != 0) {
      next = afterZero(next);
    }
    if ((flags & HEADER_CRC) != 0) {
      check(next + 2 <= end);
      checksum.reset();
      checksum.update(packed, at, next - at);
      check(unsigned16(next) == (checksum.getValue() & 0xffff));
      next += 2;
    }
    check(next <= end);
    return next;
  }

  /** Appends the data of a member and returns where its trailer begins. */
  private int data(int at) throws DataFormatException {
    inflater.reset();
    inflater.setInput(packed, at, end - at);
    while (!inflater.finished() && length <= limit) {
      if (length == bytes.length) {
        grow();
      }
      int inflated = inflater.inflate(bytes, length, bytes.length - length);
      length += inflated;
      check(inflated > 0 || inflater.finished()); // otherwise the input is cut off
    }
    return end - inflater.getRemaining();
  }

  /** Checks the trailer of a member and returns where the next one begins. */
  private int trailer(int at, int before) throws DataFormatException {
    check(at + TRAILER_BYTES <= end);
    checksum.reset();
    checksum.update(bytes, before, length - before);
    check(unsigned32(at) == checksum.getValue() && unsigned32(at + 4) == length - before);
    return at + TRAILER_BYTES;
  }

  private void grow() {
    int size = Math.min(limit + 1, Math.max(FIRST_BYTES, 2 * bytes.length));
    bytes = Arrays.copyOf(bytes, size);
  }

  private int afterZero(int at) throws DataFormatException {
    int next = at;
    while (next < end && packed[next] != 0) {
      next++;
    }
    check(next < end);
    return next + 1;
  }

  private long unsigned32(int at) {
    return unsigned16(at) | (long) unsigned16(at + 2) << 16;
  }

  private int unsigned16(int at) {
    return (packed[at] & 0xff) | (packed[at + 1] & 0xff) << 8;
  }

  private static void check(boolean valid) throws DataFormatException {
    if (!valid) {
      throw new DataFormatException();
    }
  }
}
