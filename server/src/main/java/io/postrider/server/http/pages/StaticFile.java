package io.postrider.server.http.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file of the class path with its precompressed variants, each with an entity tag. Immutable. */
final class StaticFile {

  private static final int TAG_BYTES = 16;

  /** A content coding; the suffix is that of the compressed file. Best compression first. */
  enum Coding {
    BR(".br"),
    GZIP(".gz");

    private final String suffix;

    Coding(String suffix) {
      this.suffix = suffix;
    }

    /** The name in {@code Content-Encoding}. */
    String token() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a client that sent this {@code Accept-Encoding} accepts the coding. */
    boolean isAccepted(@Nullable String acceptEncoding) {
      return acceptEncoding != null
          && Arrays.stream(acceptEncoding.toLowerCase(Locale.ROOT).split(","))
              .map(item -> item.replace(" ", ""))
              .anyMatch(
                  item ->
                      item.equals(token())
                          || (item.startsWith(token() + ";") && !item.matches(".*;q=0(\\.0*)?")));
    }
  }

  /**
   * One representation of the file.
   *
   * @param coding null for the uncompressed file
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Variant(@Nullable Coding coding, byte[] bytes, String tag) {}

  private final Variant plain;
  private final List<Variant> compressed;

  private StaticFile(Variant plain, List<Variant> compressed) {
    this.plain = plain;
    this.compressed = compressed;
  }

  /** Reads a file and its compressed variants; empty if it does not exist. */
  static Optional<StaticFile> read(ClassLoader classes, String name) {
    List<Variant> compressed =
        Arrays.stream(Coding.values())
            .flatMap(coding -> variant(classes, name + coding.suffix, coding).stream())
            .toList();
    return variant(classes, name, null).map(plain -> new StaticFile(plain, compressed));
  }

  /** The smallest variant that a client accepts. */
  Variant variant(@Nullable String acceptEncoding) {
    for (Variant variant : compressed) {
      if (variant.coding() != null && variant.coding().isAccepted(acceptEncoding)) {
        return variant;
      }
    }
    return plain;
  }

  private static Optional<Variant> variant(
      ClassLoader classes, String name, @Nullable Coding coding) {
    try (InputStream file = classes.getResourceAsStream(name)) {
      if (file == null) {
        return Optional.empty();
      }
      byte[] bytes = file.readAllBytes();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      String tag = '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
      return Optional.of(new Variant(coding, bytes, tag));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the program's own file " + name, e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every JDK has SHA-256", e);
    }
  }
}
