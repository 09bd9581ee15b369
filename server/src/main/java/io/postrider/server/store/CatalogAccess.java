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

  private final Access access;

  CatalogAccess(Database database) {
    this.access = new Access(database, StoreUnavailableException::new);
  }

  <T> T read(HandleCallback<T, RuntimeException> work) {
    return access.read(work);
  }

  <T> T change(HandleCallback<T, RuntimeException> work) {
    return access.write(
        handle -> {
          handle.execute("update catalog set version = version where id = 1");
          return work.withHandle(handle);
        });
  }

  /** Keeps what is no change of the catalog, beside changes of it. */
  <T> T note(HandleCallback<T, RuntimeException> work) {
    return access.write(work);
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
