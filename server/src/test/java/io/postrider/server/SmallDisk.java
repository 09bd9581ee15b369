package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file system in memory with a fixed size, which a test can fill. Confined to the test's thread.
 */
final class SmallDisk implements AutoCloseable {

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts it on a new folder. Skips the test where the user may not mount. */
  static SmallDisk mount(Path folder, int mebibytes) {
    try {
      Files.createDirectory(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    String refusal =
        run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", folder.toString());
    assumeTrue(refusal.isEmpty(), "No disk to fill; this user may not mount one: " + refusal);
    return new SmallDisk(folder);
  }

  /** Moves a folder from elsewhere here, and leaves a link to it. */
  void take(Path from) {
    Path to = folder.resolve(from.getFileName());
    try {
      copy(from, to);
      delete(from);
      Files.createSymbolicLink(from, to);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Copies a folder with all below it. */
  static void copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(from)) {
      all = walk.toList();
    }
    for (Path path : all) {
      Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Leaves no room, until {@link #free}. */
  void fill() {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(filler())) {
      while (folder.toFile().getUsableSpace() > 0) {
        out.write(block);
      }
    } catch (IOException full) {
      // no room for the last block
    }
  }

  void free() {
    try {
      Files.delete(filler());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path filler() {
    return folder.resolve("filler");
  }

  /** Runs a command; returns what it printed, which is nothing if it succeeded. */
  private static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      int code = process.waitFor();
      return code == 0 ? "" : "%s (exit code %d)".formatted(printed, code);
    } catch (IOException missing) {
      return String.valueOf(missing.getMessage());
    } catch (InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public void close() {
    String failure = run("umount", "--lazy", folder.toString());
    if (!failure.isEmpty()) {
      throw new IllegalStateException(failure);
    }
  }
}
