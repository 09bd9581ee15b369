package io.postrider.server.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The native library of SQLite. Its driver unpacks it into a file, which it deletes when the JVM
 * exits; but a JVM that is killed or halted does not, and each start would leave a file behind. So
 * the file is deleted as soon as it is loaded: the system keeps what is in use.
 *
 * <p>On the usual systems it is unpacked here and the driver only loads it: the driver compares
 * each byte of the file with its origin, and starts a program that asks which system this is. A
 * release has it as a file and names its folder, so that a start unpacks nothing.
 */
final class SqliteLibrary {

  private static final String FOLDER = "org.sqlite.tmpdir";
  private static final String UNPACKED = "org.sqlite.lib.path";
  private static final String NAME = "libsqlitejdbc.so";

  /** The driver's names of the usual processors, by the JVM's. */
  private static final Map<String, String> PROCESSORS =
      Map.of("amd64", "x86_64", "aarch64", "aarch64");

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
    String given = System.getProperty(UNPACKED);
    if (given != null && Files.isRegularFile(Path.of(given, NAME))) {
      return load(Path.of(given), parent);
    }
    try {
      Path folder = Files.createTempDirectory(Path.of(parent), "postrider-sqlite-");
      boolean unpacked = unpack(folder);
      try {
        return load(folder, parent);
      } finally {
        if (unpacked) {
          System.clearProperty(UNPACKED);
        }
        delete(folder);
      }
    } catch (IOException e) {
      return cannotLoad(parent, e.getMessage());
    }
  }

  /** Loads it while the driver, which looks for remains of other runs, knows only one folder. */
  private static @Nullable String load(Path folder, String parent) {
    System.setProperty(FOLDER, folder.toString());
    try {
      return SQLiteJDBCLoader.initialize() ? null : cannotLoad(parent, "no such library");
    } catch (Exception e) { // what the driver declares
      return cannotLoad(parent, e.getMessage());
    } finally {
      System.setProperty(FOLDER, parent);
    }
  }

  /**
   * Unpacks the library for a usual system; returns whether it did. If it is the wrong one after
   * all, the driver goes on as if it had not been there.
   */
  private static boolean unpack(Path folder) throws IOException {
    String processor = PROCESSORS.get(System.getProperty("os.arch"));
    if (processor == null
        || !System.getProperty("os.name").equals("Linux")
        || Files.exists(Path.of("/lib/ld-musl-" + processor + ".so.1"))) {
      return false;
    }
    String resource = "org/sqlite/native/Linux/" + processor + "/" + NAME;
    try (InputStream in = SQLiteJDBCLoader.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        return false;
      }
      Files.copy(in, folder.resolve(NAME));
    }
    System.setProperty(UNPACKED, folder.toString());
    return true;
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
