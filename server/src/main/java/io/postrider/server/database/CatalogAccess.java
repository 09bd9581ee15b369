package io.postrider.server.database;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/**
 * Transactions of the catalog's stores.
 *
 * <p>Every change first takes the lock of the catalog's one row, so changes run one after the other
 * on all nodes and versions become visible in their order.
 */
public class CatalogAccess {

  private final Database database;

  public CatalogAccess(Database database) {
    this.database = database;
  }

  public <T> T read(HandleCallback<T, RuntimeException> work) {
    return database.read(work);
  }

  public <T> T change(HandleCallback<T, RuntimeException> work) {
    return database.write(
        handle -> {
          handle.execute("update catalog set version = version where id = 1");
          return work.withHandle(handle);
        });
  }

  /** Writes without changing the catalog's version. */
  public <T> T note(HandleCallback<T, RuntimeException> work) {
    return database.write(work);
  }

  public static long version(Handle handle) {
    return handle.createQuery("select version from catalog").mapTo(Long.class).one();
  }

  public static void raiseVersion(Handle handle) {
    handle.execute("update catalog set version = version + 1 where id = 1");
  }

  public static long count(Handle handle, String sql, Object... values) {
    return handle.select(sql, values).mapTo(Long.class).one();
  }
}
