package io.postrider.bench.deliver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;

/**
 * Finds the requests in the bytes of one connection, with as little work as possible.
 *
 * <p>Supports only requests with a {@code Content-Length}.
 */
final class RequestReader {
  private static final byte[] LENGTH = "content-length:".getBytes(US_ASCII);
  private static final byte[] ID = "\"messageId\":\"".getBytes(US_ASCII);

  private int from;
  private int bodyFrom;
  private int end;

  /** Finds a complete request from the buffer's reader index; returns false if it is incomplete. */
  boolean next(ByteBuf in) {
    from = in.readerIndex();
    int headEnd = headEnd(in);
    if (headEnd < 0) {
      return false;
    }
    bodyFrom = headEnd;
    end = bodyFrom + contentLength(in, headEnd);
    if (end > in.writerIndex()) {
      return false;
    }
    in.readerIndex(end);
    return true;
  }

  /** Whether the found request's path starts with {@code /hang}. */
  boolean hangs(ByteBuf in) {
    return in.getByte(from + 6) == 'h' && in.getByte(from + 7) == 'a';
  }

  /** The number at the end of the found request's message ID, or -1. */
  long counter(ByteBuf in) {
    for (int i = end - ID.length; i >= bodyFrom; i--) {
      if (matches(in, i, ID)) {
        int digits = i + ID.length + 24;
        long value = 0;
        for (int d = digits; d < digits + 12; d++) {
          value = value << 4 | Character.digit(in.getByte(d), 16);
        }
        return value;
      }
    }
    return -1;
  }

  private int headEnd(ByteBuf in) {
    for (int i = from; i + 3 < in.writerIndex(); i++) {
      if (in.getByte(i) == '\r' && in.getInt(i) == 0x0d0a0d0a) {
        return i + 4;
      }
    }
    return -1;
  }

  private int contentLength(ByteBuf in, int headEnd) {
    for (int i = from; i + LENGTH.length < headEnd; i++) {
      if (in.getByte(i) == '\n' && matchesIgnoringCase(in, i + 1)) {
        int value = 0;
        for (int d = i + 1 + LENGTH.length; in.getByte(d) != '\r'; d++) {
          byte digit = in.getByte(d);
          value = digit == ' ' ? value : 10 * value + digit - '0';
        }
        return value;
      }
    }
    throw new IllegalStateException("a request without a content length");
  }

  private static boolean matchesIgnoringCase(ByteBuf in, int at) {
    for (int i = 0; i < LENGTH.length; i++) {
      if ((in.getByte(at + i) | 0x20) != (LENGTH[i] | 0x20)) {
        return false;
      }
    }
    return true;
  }

  private static boolean matches(ByteBuf in, int at, byte[] text) {
    for (int i = 0; i < text.length; i++) {
      if (in.getByte(at + i) != text[i]) {
        return false;
      }
    }
    return true;
  }
}
