package io.postrider.server.privacy.sql;

import io.postrider.server.database.Database;
import org.jdbi.v3.core.HandleCallback;

/** How the stores of requests read and change their tables. */
final class PrivacyAccess {

  private final Database access;

  PrivacyAccess(Database database) {
    this.access = database;
  }

  <T> T read(HandleCallback<T, RuntimeException> work) {
    return access.read(work);
  }

  <T> T write(HandleCallback<T, RuntimeException> work) {
    return access.write(work);
  }

  /**
   * Changes suppressions: first takes the lock of the one row that says how many there are, so that
   * changes run one after the other on all nodes and versions become visible in their order.
   */
  <T> T change(HandleCallback<T, RuntimeException> work) {
    return write(
        handle -> {
          handle.execute("update privacy set version = version + 1 where id = 1");
          return work.withHandle(handle);
        });
  }
}
