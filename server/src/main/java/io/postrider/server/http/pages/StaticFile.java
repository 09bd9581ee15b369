package io.postrider.server.http.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file of the class path as it is served: its bytes, packed and not, each with a tag that changes
 * when they do. Immutable.
 */
final class StaticFile {

  private static final int TAG_BYTES = 16;

  /**
   * One way to send the file.
   *
   * @param coding null for the bytes as they are
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Form(@Nullable ContentCoding coding, byte[] bytes, String tag) {}

  private final Form plain;
  private final Map<ContentCoding, Form> packed;

  private StaticFile(Form plain, Map<ContentCoding, Form> packed) {
    this.plain = plain;
    this.packed = packed;
  }

  /** Reads a file and what lies packed beside it; nothing if it is not there. */
  static Optional<StaticFile> read(ClassLoader classes, String name) {
    byte[] bytes = bytes(classes, name);
    if (bytes == null) {
      return Optional.empty();
    }
    Map<ContentCoding, Form> packed = new LinkedHashMap<>();
    for (ContentCoding coding : ContentCoding.ALL) {
      byte[] smaller = bytes(classes, name + coding.suffix());
      if (smaller != null) {
        packed.put(coding, new Form(coding, smaller, tag(smaller)));
      }
    }
    return Optional.of(new StaticFile(new Form(null, bytes, tag(bytes)), packed));
  }

  /** The smallest form that a browser can read. */
  Form form(@Nullable String acceptEncoding) {
    for (Map.Entry<ContentCoding, Form> form : packed.entrySet()) {
      if (form.getKey().isAccepted(acceptEncoding)) {
        return form.getValue();
      }
    }
    return plain;
  }

  private static byte @Nullable [] bytes(ClassLoader classes, String name) {
    try (InputStream file = classes.getResourceAsStream(name)) {
      return file == null ? null : file.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException("The program's own file " + name + " is unreadable", failure);
    }
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("Every JDK has SHA-256", impossible);
    }
  }
}
