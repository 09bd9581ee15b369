package io.postrider.server.database;

import io.postrider.server.config.Config;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a node: four SQLite files in the data folder, or one PostgreSQL with one pool.
 *
 * <p>May be called from any thread. A database is opened and migrated on a thread of its own, when
 * it is first asked for or by {@link #beginOpening}.
 */
public final class Databases implements AutoCloseable {

  private final @Nullable DatabaseUrl configured;
  private final int poolSize;
  private final Path folder;
  private final Map<SqliteFile, Slot> slots = new EnumMap<>(SqliteFile.class);
  private @Nullable PostgresPool pool;
  private boolean closed;

  private Databases(Config config, Path folder) {
    String url = config.database().url().reveal();
    this.configured = url.isEmpty() ? null : DatabaseUrl.parse(url);
    this.poolSize = config.database().poolSize();
    this.folder = folder;
    for (SqliteFile file : SqliteFile.values()) {
      slots.put(file, new Slot(file));
    }
  }

  /**
   * The databases that a configuration names.
   *
   * @param folder the data folder, which the caller has locked: files of earlier versions are
   *     merged
   */
  public static Databases of(Config config, Path folder) {
    return new Databases(config, folder);
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
      known = PostgresPool.open(url, poolSize, Database.TIMEOUT);
      pool = known;
    }
    return known;
  }

  private Database open(SqliteFile file) {
    DatabaseUrl url =
        configured == null ? DatabaseUrl.sqlite(folder.resolve(file.fileName())) : configured;
    return Database.opening(
        url,
        () -> {
          if (url.engine() == DatabaseUrl.Engine.POSTGRESQL) {
            return Database.postgresql(pool(url), url, file);
          }
          if (configured == null) {
            new FileMerge(folder, file).run();
          }
          return Database.sqlite(url, file, file.schemas());
        });
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
        opening = CompletableFuture.supplyAsync(() -> open(file), Thread::startVirtualThread);
      }
      return opening;
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
