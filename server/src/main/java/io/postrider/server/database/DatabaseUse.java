package io.postrider.server.database;

/**
 * Counts, for each thread, the transactions and queries that succeeded: it tells work that used a
 * database from work that had nothing to do.
 */
public final class DatabaseUse {

  private static final ThreadLocal<long[]> SUCCEEDED = ThreadLocal.withInitial(() -> new long[1]);

  private DatabaseUse() {}

  /** How many of this thread's have succeeded, in all databases. */
  public static long ofThisThread() {
    return SUCCEEDED.get()[0];
  }

  static void succeeded() {
    SUCCEEDED.get()[0]++;
  }
}
