package io.postrider.server.database;

import java.util.function.Function;
import org.jdbi.v3.core.HandleCallback;

/**
 * How a store reads and changes its tables: whoever finds the database away is told so by the
 * exception of the job that the store serves, which knows nothing of databases.
 *
 * <p>May be called from any thread; every call blocks, and is one transaction.
 */
public final class StoreAccess {

  private final Database database;
  private final Function<DatabaseUnavailableException, RuntimeException> away;

  /** Reaches a database; {@code away} is what its absence is called. */
  public StoreAccess(
      Database database, Function<DatabaseUnavailableException, RuntimeException> away) {
    this.database = database;
    this.away = away;
  }

  /** Runs work that only reads, all of it at one moment. */
  public <T> T read(HandleCallback<T, RuntimeException> work) {
    try {
      return database.read(work);
    } catch (DatabaseUnavailableException failure) {
      throw away.apply(failure);
    }
  }

  /** Runs work that writes; it is kept whole when this returns, and not at all when it throws. */
  public <T> T write(HandleCallback<T, RuntimeException> work) {
    try {
      return database.write(work);
    } catch (DatabaseUnavailableException failure) {
      throw away.apply(failure);
    }
  }
}
