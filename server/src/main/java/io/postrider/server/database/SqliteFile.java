package io.postrider.server.database;

import io.postrider.server.folder.DataFile;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * An SQLite file of the data folder: the schemas it holds, and its commit rules.
 *
 * <p>A file has one writer. Schemas share a file if they share their commit rules and none of them
 * writes for long.
 */
enum SqliteFile {

  /**
   * Small tables that people change. A committed write survives power loss. Deleted rows are
   * overwritten, because some are about users.
   */
  CATALOG(
      DataFile.CATALOG,
      true,
      false,
      true,
      List.of("notifications.db", "privacy.db"),
      Schema.CATALOG,
      Schema.NOTIFICATIONS,
      Schema.PRIVACY),

  /** Delivery cursors have a file of their own, so that a flush waits for no other writer. */
  CURSORS(DataFile.CURSORS, true, false, false, List.of(), Schema.CURSORS),

  /**
   * Profiles grow far beyond the usual cache and change all over. A committed write survives power
   * loss: computed events go into the log, and must not be computed again with another result.
   */
  PROFILES(DataFile.PROFILES, true, true, true, List.of(), Schema.PROFILES),

  /**
   * Counters. Power loss may undo the last commits: those derived from the log lose their bookmark
   * with them and are derived again, and the others are only shown.
   */
  STATISTICS(
      DataFile.STATISTICS,
      false,
      false,
      false,
      List.of("usage.db", "seen.db"),
      Schema.STATISTICS,
      Schema.USAGE,
      Schema.SEEN);

  /** For a large file: page cache, mapped bytes, and pages of the WAL before a checkpoint. */
  private static final int LARGE_CACHE_KIB = 64 * 1024;

  private static final long LARGE_MAPPED_BYTES = 1L << 30;
  private static final int LARGE_WAL_PAGES = 4 * 1024;

  private final DataFile file;
  private final boolean synced;
  private final boolean large;
  private final boolean overwritesDeleted;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> formerFiles;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Schema> schemas;

  SqliteFile(
      DataFile file,
      boolean synced,
      boolean large,
      boolean overwritesDeleted,
      List<String> formerFiles,
      Schema... schemas) {
    this.file = file;
    this.synced = synced;
    this.large = large;
    this.overwritesDeleted = overwritesDeleted;
    this.formerFiles = formerFiles;
    this.schemas = List.of(schemas);
  }

  /** The file that holds a schema. */
  static SqliteFile of(Schema schema) {
    return Arrays.stream(values())
        .filter(one -> one.schemas.contains(schema))
        .findFirst()
        .orElseThrow();
  }

  String fileName() {
    return file.fileName();
  }

  DataFile dataFile() {
    return file;
  }

  List<Schema> schemas() {
    return schemas;
  }

  /** Files of earlier versions whose tables are in this file now. */
  List<String> formerFiles() {
    return formerFiles;
  }

  /** The settings of a connection that reads. */
  SQLiteConfig reading() {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    mapIfLarge(config);
    return config;
  }

  /** The settings of a connection that writes. */
  SQLiteConfig writing() {
    SQLiteConfig config = new SQLiteConfig();
    mapIfLarge(config);
    config.setGetGeneratedKeys(false); // the driver would ask for the last key after each statement
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(
        synced ? SQLiteConfig.SynchronousMode.FULL : SQLiteConfig.SynchronousMode.NORMAL);
    config.enforceForeignKeys(true);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    if (overwritesDeleted) {
      // In a large file deleted rows are overwritten only where their page is written anyway.
      config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, large ? "fast" : "true");
    }
    if (large) {
      config.setCacheSize(-LARGE_CACHE_KIB);
      String pages = Integer.toString(LARGE_WAL_PAGES);
      config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, pages);
    }
    return config;
  }

  private void mapIfLarge(SQLiteConfig config) {
    if (large) {
      config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, Long.toString(LARGE_MAPPED_BYTES));
    }
  }

  /** The PostgreSQL schema of its tables; null for the connection's own. */
  @Nullable String namespace() {
    return schemas.size() == 1 ? schemas.getFirst().namespace() : null;
  }
}
