package io.postrider.server.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Distinguishes transient database failures from permanent ones. */
final class SqlFailures {

  /** Connection lost, out of resources, transaction must be repeated. */
  private static final Set<String> TRANSIENT_CLASSES = Set.of("08", "53", "40");

  /** A standby cannot write. */
  static final String READ_ONLY = "25006";

  /** The server ended the connection of a transaction that did nothing. */
  static final String IDLE_IN_TRANSACTION = "25P03";

  /** Another transaction holds a lock. */
  private static final String LOCKED = "55P03";

  /** These, and: shut down, starting up, statement cancelled. */
  private static final Set<String> TRANSIENT_STATES =
      Set.of("57P01", "57P02", "57P03", "57014", READ_ONLY, IDLE_IN_TRANSACTION, LOCKED);

  private static final String DISK_FULL = "53100";

  private SqlFailures() {}

  static boolean isTransient(SQLException failure) {
    if (failure instanceof SQLiteException sqlite) {
      return isTransient(sqlite.getResultCode());
    }
    if (failure instanceof SQLTransientException || failure instanceof SQLRecoverableException) {
      return true;
    }
    String state = failure.getSQLState();
    return state != null
        && state.length() == 5
        && (TRANSIENT_CLASSES.contains(state.substring(0, 2)) || TRANSIENT_STATES.contains(state));
  }

  /** Whether SQLite found a file corrupt, or no database at all. */
  static boolean isDamage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        int primary = sqlite.getResultCode().code & 0xff;
        return primary == SQLiteErrorCode.SQLITE_CORRUPT.code
            || primary == SQLiteErrorCode.SQLITE_NOTADB.code;
      }
    }
    return false;
  }

  /** Whether the database has no space left, also for the index of SQLite's write-ahead log. */
  static boolean isFull(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        SQLiteErrorCode code = sqlite.getResultCode();
        return code == SQLiteErrorCode.SQLITE_FULL || code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
      }
      if (cause instanceof SQLException sql && DISK_FULL.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  /** Decides by the primary code, which is the low byte of SQLite's extended codes. */
  private static boolean isTransient(SQLiteErrorCode code) {
    int primary = code.code & 0xff;
    return primary == SQLiteErrorCode.SQLITE_BUSY.code
        || primary == SQLiteErrorCode.SQLITE_LOCKED.code
        || primary == SQLiteErrorCode.SQLITE_NOMEM.code
        || primary == SQLiteErrorCode.SQLITE_READONLY.code
        || primary == SQLiteErrorCode.SQLITE_IOERR.code
        || primary == SQLiteErrorCode.SQLITE_FULL.code
        || primary == SQLiteErrorCode.SQLITE_CANTOPEN.code;
  }
}
