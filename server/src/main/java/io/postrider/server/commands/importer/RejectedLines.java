package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of rejected lines: one JSON object each, with the reason. It is created with the first
 * one. Belongs to one thread.
 */
final class RejectedLines implements AutoCloseable {

  /** The most characters of a line that are kept. */
  static final int MAX_INPUT = 64 * 1024;

  /** How each line begins. */
  private static final String START = "{\"line\":";

  private final Path file;
  private @Nullable FileChannel channel;
  private long size;

  private RejectedLines(Path file, long size) {
    this.file = file;
    this.size = size;
  }

  /**
   * Opens a file, which need not exist.
   *
   * @param size of what earlier runs settled; what they wrote after that is removed
   * @throws StartException if the file is another one
   */
  static RejectedLines open(Path file, long size) throws IOException {
    RejectedLines lines = new RejectedLines(file, size);
    if (Files.exists(file) && Files.size(file) > size) {
      requireOwn(file);
      FileChannel _ = lines.open();
    }
    return lines;
  }

  /** Nobody loses a file by naming the wrong one. */
  private static void requireOwn(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(START.length());
    }
    if (!START.startsWith(new String(start, UTF_8))) {
      throw new StartException(
          file + " exists and has no rejected lines. Name another file with --rejected.");
    }
  }

  /** One line of the file. */
  static String line(ImportLine.Broken line) {
    String input = line.input();
    return Json.text(
        JsonNodeFactory.instance
            .objectNode()
            .put("line", line.number())
            .put("code", line.code())
            .put("message", line.message())
            .put("input", input.length() > MAX_INPUT ? input.substring(0, MAX_INPUT) : input));
  }

  /** Adds lines, durably. */
  void add(List<ImportLine.Broken> lines) {
    if (lines.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line(line)).append('\n'));
    ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
    try {
      FileChannel out = open();
      while (bytes.hasRemaining()) {
        size += out.write(bytes, size);
      }
      out.force(true);
    } catch (IOException e) {
      throw new StartException(
          "Cannot write %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
  }

  private FileChannel open() throws IOException {
    FileChannel out = channel;
    if (out == null) {
      out =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PrivateFile.MODE));
      channel = out;
      out.truncate(size);
    }
    return out;
  }

  /** The bytes of the file. */
  long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
