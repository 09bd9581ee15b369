package io.postrider.server.privacy.sql;

import io.postrider.server.database.Database;
import org.jdbi.v3.core.HandleCallback;

/** Transactions of the privacy stores. */
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
   * Changes suppressions: first locks the single version row, so that changes of all nodes run one
   * after the other and versions become visible in order.
   */
  <T> T change(HandleCallback<T, RuntimeException> work) {
    return write(
        handle -> {
          handle.execute("update privacy set version = version + 1 where id = 1");
          return work.withHandle(handle);
        });
  }
}
