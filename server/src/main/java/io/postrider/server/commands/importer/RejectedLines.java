package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.postrider.server.config.ConfigException;
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
   * Opens a file, which need not exist. Nobody loses a file by naming the wrong one.
   *
   * @param continued whether the import has progress of earlier runs
   * @param size of what these settled; what they wrote after that is removed
   * @throws ConfigException if the file is another one
   */
  static RejectedLines open(Path file, boolean continued, long size) throws IOException {
    if (Files.isDirectory(file)) {
      throw new ConfigException(file + " is a folder. Name a file with --rejected.");
    }
    if (!Files.isRegularFile(file) || Files.size(file) == 0) {
      return new RejectedLines(file, 0);
    }
    requireRejectedLines(file);
    if (!continued) {
      throw new ConfigException(
          file
              + " has the rejected lines of another import. Move it away, or name another file"
              + " with --rejected.");
    }
    RejectedLines lines = new RejectedLines(file, size);
    lines.requireSettled();
    FileChannel _ = lines.open();
    return lines;
  }

  private static void requireRejectedLines(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(START.length());
    }
    if (!START.startsWith(new String(start, UTF_8))) {
      throw new ConfigException(
          file + " exists and has no rejected lines. Name another file with --rejected.");
    }
  }

  /** What earlier runs settled is there, and ends with a line. */
  private void requireSettled() throws IOException {
    if (size == 0) {
      return;
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    try (FileChannel in = FileChannel.open(file)) {
      int _ = in.read(last, size - 1);
    }
    if (last.hasRemaining() || last.get(0) != '\n') {
      throw new ConfigException(
          "%s does not have the %,d bytes of rejected lines that this import wrote before."
                  .formatted(file, size)
              + " Name that file, or a new one, with --rejected.");
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
