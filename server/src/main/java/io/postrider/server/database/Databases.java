package io.postrider.server.database;

import io.postrider.server.config.Config;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.folder.SetAside;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a node: four SQLite files in the data folder, or one PostgreSQL with one pool.
 *
 * <p>May be called from any thread. A database is opened and migrated on a thread of its own, when
 * it is first asked for or by {@link #beginOpening}.
 *
 * <p>{@link SqliteFiles} decides what happens to a damaged file.
 */
public final class Databases implements AutoCloseable {

  private final @Nullable DatabaseUrl configured;
  private final int poolSize;
  private final SqliteFiles files;
  private final Map<SqliteFile, Slot> slots = new EnumMap<>(SqliteFile.class);
  private @Nullable PostgresPool pool;
  private boolean closed;

  private Databases(String url, int poolSize, FolderManifest manifest, InstantSource time) {
    this.configured = url.isEmpty() ? null : DatabaseUrl.parse(url);
    this.poolSize = poolSize;
    this.files = new SqliteFiles(manifest, time);
    for (SqliteFile file : SqliteFile.values()) {
      slots.put(file, new Slot(file));
    }
  }

  /**
   * The databases that a configuration names.
   *
   * @param manifest of the data folder, which the caller has locked: files of earlier versions are
   *     merged, damaged ones are moved
   */
  public static Databases of(Config config, FolderManifest manifest, InstantSource time) {
    return new Databases(
        config.database().url().reveal(), config.database().poolSize(), manifest, time);
  }

  /** The SQLite files of a data folder, whatever is configured. */
  public static Databases inFolder(FolderManifest manifest, InstantSource time) {
    return new Databases("", 0, manifest, time);
  }

  /**
   * Opens the catalog alone, beside a node that may be running.
   *
   * @throws DatabaseException if it cannot be opened, with the reason
   */
  public static Database openCatalog(Config config, Path folder) {
    String url = config.database().url().reveal();
    return Database.open(
        url.isEmpty()
            ? DatabaseUrl.sqlite(folder.resolve(SqliteFile.CATALOG.fileName()))
            : DatabaseUrl.parse(url),
        Schema.CATALOG);
  }

  /**
   * Begins to open every database of a node, because that takes as long as opening the log.
   *
   * @param delivers whether the node needs cursors
   */
  public void beginOpening(boolean delivers) {
    for (Slot slot : slots.values()) {
      if (delivers || slot.file != SqliteFile.CURSORS) {
        var _ = slot.opening();
      }
    }
  }

  /** The schemas {@link Schema#CATALOG}, {@link Schema#NOTIFICATIONS}, {@link Schema#PRIVACY}. */
  public Database catalog() {
    return slot(SqliteFile.CATALOG).database();
  }

  /** The schema {@link Schema#CURSORS}. */
  public Database cursors() {
    return slot(SqliteFile.CURSORS).database();
  }

  /** The schema {@link Schema#PROFILES}. */
  public Database profiles() {
    return slot(SqliteFile.PROFILES).database();
  }

  /** The schemas {@link Schema#STATISTICS}, {@link Schema#USAGE}, {@link Schema#SEEN}. */
  public Database statistics() {
    return slot(SqliteFile.STATISTICS).database();
  }

  /** Sets damaged profiles aside and begins new ones. Call it before anything uses them. */
  public void replaceProfiles(String damage) {
    files.setAside(SqliteFile.PROFILES, damage);
    slot(SqliteFile.PROFILES).startOver();
  }

  /** The files that were set aside and are still in the data folder, oldest first. */
  public List<SetAside> setAside() {
    return files.setAside();
  }

  /** How many open files are known to be damaged. */
  public int damagedFiles() {
    return files.damaged();
  }

  private Slot slot(SqliteFile file) {
    Slot slot = slots.get(file);
    if (slot == null) {
      throw new IllegalStateException("no slot for " + file);
    }
    return slot;
  }

  private synchronized PostgresPool pool(DatabaseUrl url) throws SQLException {
    if (closed) {
      throw new DatabaseException("The databases are closed.");
    }
    PostgresPool known = pool;
    if (known == null) {
      known = PostgresPool.open(url, poolSize, Database.TIMEOUT, Database.IDLE_TRANSACTION);
      pool = known;
    }
    return known;
  }

  /** Opens a database, and runs a first statement, which loads the classes for the others. */
  private Database openAndTry(SqliteFile file) {
    Database database = open(file);
    try {
      database.read(handle -> handle.select("select 1").mapTo(Long.class).one());
      return database;
    } catch (RuntimeException failure) {
      database.close();
      throw failure;
    }
  }

  private Database open(SqliteFile file) {
    DatabaseUrl url = configured;
    if (url == null) {
      return files.open(file);
    }
    return Database.opening(
        url,
        () ->
            url.engine() == DatabaseUrl.Engine.POSTGRESQL
                ? Database.postgresql(pool(url), url, file)
                : Database.sqlite(url, file, file.schemas()));
  }

  /** Closes the databases that are open. */
  @Override
  public void close() {
    slots.values().forEach(Slot::close);
    synchronized (this) {
      closed = true;
      if (pool != null) {
        pool.close();
      }
    }
  }

  /** One database, opened once. */
  private final class Slot {

    private final SqliteFile file;
    private @Nullable CompletableFuture<Database> opening;
    private boolean over;

    Slot(SqliteFile file) {
      this.file = file;
    }

    synchronized CompletableFuture<Database> opening() {
      if (over) {
        throw new DatabaseException("The databases are closed.");
      }
      if (opening == null) {
        opening = CompletableFuture.supplyAsync(() -> openAndTry(file), Slot::run);
      }
      return opening;
    }

    /**
     * Runs a task on a platform thread. Opening loads classes, which keeps a virtual thread on its
     * carrier: on a machine with few processors, threads that wait for each other would occupy all
     * carriers, and the start would hang.
     */
    private static void run(Runnable task) {
      Thread _ = Thread.ofPlatform().name("database-opening").daemon().start(task);
    }

    /** Opens again after a failure. */
    synchronized void startOver() {
      opening = null;
    }

    Database database() {
      try {
        return opening().join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }

    void close() {
      CompletableFuture<Database> begun;
      synchronized (this) {
        over = true;
        begun = opening;
      }
      if (begun != null) {
        begun.handle((database, failure) -> closed(database)).join();
      }
    }

    private @Nullable Void closed(@Nullable Database database) {
      if (database != null) {
        database.close();
      }
      return null;
    }
  }
}
