package io.postrider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this repository, without generated ones. */
public final class RepositoryFiles {

  public static final Path ROOT = root();

  private static final String GENERATED = "(.*/)?(target|node_modules|\\.git|dist|data)/.*";

  private RepositoryFiles() {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** All files whose names end with a suffix, sorted. */
  static List<Path> endingWith(String suffix) {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(path -> path.toString().endsWith(suffix))
          .filter(Files::isRegularFile)
          .filter(path -> !ROOT.relativize(path).toString().matches(GENERATED))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of a file without {@code .java}. */
  static String className(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }
}
