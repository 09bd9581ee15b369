package io.postrider.server.people.sql;

import io.postrider.server.database.Dialect;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jdbi.v3.core.Handle;

/**
 * The numbers of changes: each is given once, also if the database is made anew, for they start at
 * the microseconds since 1970. To be used within a transaction.
 *
 * <p>Their row is also what keeps two nodes from evaluating at once.
 */
final class ChangeNumbers {

  private static final int ROW = 2;

  private ChangeNumbers() {}

  /** Has whoever else evaluates wait until this transaction ends. */
  static void hold(Handle handle, Dialect dialect) {
    long _ = number(handle, dialect.locking());
  }

  /** The last one that was given. */
  static long last(Handle handle) {
    return number(handle, "");
  }

  private static long number(Handle handle, String locking) {
    return handle
        .select("select number from evaluation where id = ?" + locking, ROW)
        .mapTo(Long.class)
        .one();
  }

  /** Gives so many numbers; the first of them. */
  static long draw(Handle handle, int many, Instant now) {
    long first = Math.max(last(handle), ChronoUnit.MICROS.between(Instant.EPOCH, now)) + 1;
    handle.execute("update evaluation set number = ? where id = ?", first + many - 1, ROW);
    return first;
  }
}
