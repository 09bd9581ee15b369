package io.postrider.server.database;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/**
 * How the stores of the catalog read and change its tables.
 *
 * <p>Every change first takes the lock of the catalog's one row, so changes run one after the other
 * on all nodes and versions become visible in their order.
 */
public final class CatalogAccess {

  private final Database access;

  public CatalogAccess(Database database) {
    this.access = database;
  }

  public <T> T read(HandleCallback<T, RuntimeException> work) {
    return access.read(work);
  }

  public <T> T change(HandleCallback<T, RuntimeException> work) {
    return access.write(
        handle -> {
          handle.execute("update catalog set version = version where id = 1");
          return work.withHandle(handle);
        });
  }

  /** Keeps what is no change of the catalog, beside changes of it. */
  public <T> T note(HandleCallback<T, RuntimeException> work) {
    return access.write(work);
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
