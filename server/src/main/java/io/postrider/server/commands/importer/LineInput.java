package io.postrider.server.commands.importer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines, counts them, and computes a digest of all bytes so far. Belongs to one thread.
 *
 * <p>A line longer than {@link #MAX_BYTES} is cut; the rest of it is skipped.
 */
final class LineInput {

  /** The most bytes of a line that are kept. */
  static final int MAX_BYTES = 1 << 20;

  private final InputStream in;
  private final MessageDigest digest = sha256();
  private final byte[] buffer = new byte[64 * 1024];
  private int next;
  private int end;
  private long position;
  private long lines;
  private boolean cut;

  LineInput(InputStream in) {
    this.in = in;
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every JDK has SHA-256", impossible);
    }
  }

  /** The bytes of all lines so far. */
  long position() {
    return position;
  }

  /** The lines so far. */
  long lines() {
    return lines;
  }

  /** Whether the last line was longer than the bound. */
  boolean isCut() {
    return cut;
  }

  /** The digest of everything so far. */
  String digest() {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException("The digest of the JDK can be copied", impossible);
    }
  }

  /** The next line without its end; null at the end of the input. */
  byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    cut = false;
    boolean any = false;
    while (fill()) {
      any = true;
      int from = next;
      while (next < end && buffer[next] != '\n') {
        next++;
      }
      keep(line, from);
      boolean ended = next < end;
      next += ended ? 1 : 0;
      consumed(from);
      if (ended) {
        break;
      }
    }
    if (!any) {
      return null;
    }
    lines++;
    byte[] bytes = line.toByteArray();
    int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : -1;
    return length < 0 ? bytes : Arrays.copyOf(bytes, length);
  }

  /** The text of a line; null if it is not UTF-8. */
  static @Nullable String text(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException malformed) {
      return null;
    }
  }

  private void keep(ByteArrayOutputStream line, int from) {
    int kept = Math.min(next - from, MAX_BYTES - line.size());
    line.write(buffer, from, kept);
    cut |= kept < next - from;
  }

  /**
   * Skips what an earlier run consumed.
   *
   * @return whether the input has that many bytes
   */
  boolean skipTo(long target, long line) throws IOException {
    while (position < target && fill()) {
      int from = next;
      next += (int) Math.min(end - next, target - position);
      consumed(from);
    }
    lines = line;
    return position == target;
  }

  private void consumed(int from) {
    digest.update(buffer, from, next - from);
    position += next - from;
  }

  private boolean fill() throws IOException {
    while (next == end) {
      int read = in.read(buffer);
      if (read < 0) {
        return false;
      }
      next = 0;
      end = read;
    }
    return true;
  }
}
