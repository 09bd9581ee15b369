package io.postrider.server.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The native library of SQLite. Its driver unpacks it into a file, which it deletes when the JVM
 * exits; but a JVM that is killed or halted does not, and each start would leave a file behind. So
 * the file is deleted as soon as it is loaded: the system keeps what is in use.
 */
final class SqliteLibrary {

  private static final String FOLDER = "org.sqlite.tmpdir";
  private static final @Nullable String FAILURE = unpackAndLoad();

  private SqliteLibrary() {}

  /**
   * Loads the library, once.
   *
   * @throws UncheckedIOException if that is not possible
   */
  static void load() {
    if (FAILURE != null) {
      throw new UncheckedIOException(FAILURE, new IOException(FAILURE));
    }
  }

  private static @Nullable String unpackAndLoad() {
    String configured = System.getProperty(FOLDER);
    String parent = configured == null ? System.getProperty("java.io.tmpdir") : configured;
    try {
      Path folder = Files.createTempDirectory(Path.of(parent), "postrider-sqlite-");
      System.setProperty(FOLDER, folder.toString());
      try {
        return SQLiteJDBCLoader.initialize() ? null : cannotLoad(parent, "no such library");
      } catch (Exception e) { // what the driver declares
        return cannotLoad(parent, e.getMessage());
      } finally {
        System.setProperty(FOLDER, parent);
        delete(folder);
      }
    } catch (IOException e) {
      return cannotLoad(parent, e.getMessage());
    }
  }

  private static String cannotLoad(String parent, @Nullable String reason) {
    return "Cannot load the library of SQLite from %s: %s. Set another folder with"
            .formatted(parent, reason)
        + " POSTRIDER_JAVA_OPTS=-Dorg.sqlite.tmpdir=…";
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.delete(folder);
  }
}
