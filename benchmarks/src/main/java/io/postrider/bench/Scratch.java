package io.postrider.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder on a real disk, deleted on close and at exit. */
public final class Scratch implements AutoCloseable {
  private final Path folder;
  private final Thread hook;

  private Scratch(Path folder) {
    this.folder = folder;
    this.hook = new Thread(this::delete);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Creates the folder under {@code target}; throws for an in-memory file system or too little
   * space.
   */
  public static Scratch open(Path root, String name, long neededBytes) throws IOException {
    Path parent = Files.createDirectories(root.resolve("target/bench"));
    String type = Files.getFileStore(parent).type();
    if (type.equals("tmpfs") || type.equals("ramfs")) {
      throw new IllegalStateException(
          parent + " is on an in-memory file system, where nothing is durable");
    }
    long free = Files.getFileStore(parent).getUsableSpace();
    if (free < neededBytes) {
      throw new IllegalStateException(
          "%s has %,d MiB free; %,d are needed".formatted(parent, free >> 20, neededBytes >> 20));
    }
    return new Scratch(Files.createTempDirectory(parent, name + "-"));
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    delete();
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private void delete() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
