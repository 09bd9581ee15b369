package io.postrider.server.folder;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A file of the data folder whose loss is noticed. Index and digest files of the log are rebuilt
 * without a word, because segments contain all of their data.
 */
public enum DataFile {
  CATALOG(
      "catalog.db",
      "sources, write keys, destinations, audiences, tokens, the audit trail, notifications, and"
          + " requests to delete and suppress users"),
  CURSORS(
      "cursors.db",
      "the position of each destination; without it, every message in the log is delivered again"),
  PROFILES(
      "profiles.db",
      "profiles and audiences; without it, they are rebuilt from the messages still in the log"),
  STATISTICS(
      "statistics.db",
      "counters and usage; without it, counters start from zero and usage is counted from the"
          + " messages still in the log"),
  HASH_KEY(
      "hash-key",
      "the key of message hashes; without it, repeated messages are not recognized as such"),
  SECRETS_KEY(
      "secrets-key",
      "the key of shared secrets and sessions; without it, shared secrets cannot be read"),
  ADMIN_TOKEN("admin-token", "the admin token; without it, the next start creates another one"),
  LOG("log", "the list of the log's segments; without it, lost messages are not noticed");

  private static final String LOG_MANIFEST = "manifest";

  private final String fileName;
  private final String content;

  DataFile(String fileName, String content) {
    this.fileName = fileName;
    this.content = content;
  }

  /** Its name in the data folder, as commands spell it. */
  public String fileName() {
    return fileName;
  }

  /** What it holds, and what its loss means. */
  public String content() {
    return content;
  }

  /** The file with a name. */
  public static Optional<DataFile> named(String name) {
    return Arrays.stream(values()).filter(file -> file.fileName.equals(name)).findFirst();
  }

  /** Its path. The log is represented by its own manifest, which lists the segments. */
  public Path in(Path folder) {
    Path path = folder.resolve(fileName);
    return this == LOG ? path.resolve(LOG_MANIFEST) : path;
  }

  /** Whether it is an SQLite database. */
  public boolean isDatabase() {
    return fileName.toLowerCase(Locale.ROOT).endsWith(".db");
  }

  /** The files that belong to it, in the order in which they are moved: the main file is last. */
  List<Path> parts(Path folder) {
    Path main = in(folder);
    return isDatabase()
        ? List.of(
            main.resolveSibling(fileName + "-wal"), main.resolveSibling(fileName + "-shm"), main)
        : List.of(main);
  }
}
