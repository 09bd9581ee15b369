package io.postrider.server.store;

import io.postrider.server.control.StoreUnavailableException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/**
 * How the stores of the catalog read and change its tables.
 *
 * <p>Every change first takes the lock of the catalog's one row, so changes run one after the other
 * on all nodes and versions become visible in their order.
 */
final class CatalogAccess {

  private final Database database;

  CatalogAccess(Database database) {
    this.database = database;
  }

  <T> T read(HandleCallback<T, RuntimeException> work) {
    try {
      return database.read(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreUnavailableException(away);
    }
  }

  <T> T change(HandleCallback<T, RuntimeException> work) {
    try {
      return database.write(
          handle -> {
            handle.execute("update catalog set version = version where id = 1");
            return work.withHandle(handle);
          });
    } catch (DatabaseUnavailableException away) {
      throw new StoreUnavailableException(away);
    }
  }

  /** Keeps what is no change of the catalog, beside changes of it. */
  <T> T note(HandleCallback<T, RuntimeException> work) {
    try {
      return database.write(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreUnavailableException(away);
    }
  }

  static long version(Handle handle) {
    return handle.createQuery("select version from catalog").mapTo(Long.class).one();
  }

  static void raiseVersion(Handle handle) {
    handle.execute("update catalog set version = version + 1 where id = 1");
  }

  static long count(Handle handle, String sql, Object... values) {
    return handle.select(sql, values).mapTo(Long.class).one();
  }
}
