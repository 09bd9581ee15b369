package io.postrider.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Finds the end of an HTTP/1.1 response by its Content-Length, and whether it is a success.
 *
 * <p>Does not support chunked encoding and pipelining: bytes after a response, or a response over
 * the limit, are an error.
 */
final class ResponseReader {
  private static final byte[] LENGTH = "content-length:".getBytes(ISO_8859_1);
  private static final byte[] OK = "HTTP/1.1 200 ".getBytes(ISO_8859_1);
  private static final byte[] SUCCESS = "{\"success\":true}".getBytes(ISO_8859_1);

  private final byte[] bytes = new byte[32 * 1024];
  private int count;
  private int lineStart;
  private int bodyStart = -1;
  private int bodyLength = -1;

  /** Reads received bytes; returns whether the response is complete. */
  boolean read(ByteBuf in) {
    int arrived = in.readableBytes();
    if (count + arrived > bytes.length) {
      throw new IllegalStateException("a response over " + bytes.length + " bytes: " + text());
    }
    in.readBytes(bytes, count, arrived);
    count += arrived;
    for (int i = lineStart; bodyStart < 0 && i < count; i++) {
      if (bytes[i] == '\n') {
        line(lineStart, i);
        lineStart = i + 1;
      }
    }
    if (bodyStart < 0) {
      return false;
    }
    if (bodyLength < 0 || count > bodyStart + bodyLength) {
      throw new IllegalStateException("an unsupported response: " + text());
    }
    return count == bodyStart + bodyLength;
  }

  /** Whether the complete response is 200 and every message was accepted. */
  boolean isSuccess() {
    return startsWith(0, OK) && Arrays.equals(bytes, bodyStart, count, SUCCESS, 0, SUCCESS.length);
  }

  /** What has arrived so far, for the eye. */
  String text() {
    return new String(bytes, 0, Math.min(count, 2000), ISO_8859_1);
  }

  void reset() {
    count = 0;
    lineStart = 0;
    bodyStart = -1;
    bodyLength = -1;
  }

  private void line(int start, int end) {
    if (end - start <= 1) {
      bodyStart = end + 1;
    } else if ((bytes[start] | 0x20) == 'c' && isLength(start, end)) {
      int length = 0;
      for (int i = start + LENGTH.length; i < end; i++) {
        if (bytes[i] >= '0' && bytes[i] <= '9') {
          length = length * 10 + bytes[i] - '0';
        }
      }
      bodyLength = length;
    }
  }

  private boolean isLength(int start, int end) {
    if (end - start < LENGTH.length) {
      return false;
    }
    for (int i = 0; i < LENGTH.length; i++) {
      if ((bytes[start + i] | 0x20) != (LENGTH[i] | 0x20)) {
        return false;
      }
    }
    return true;
  }

  private boolean startsWith(int from, byte[] expected) {
    return Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
  }
}
