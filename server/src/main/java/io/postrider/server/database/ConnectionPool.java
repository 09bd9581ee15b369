package io.postrider.server.database;

import java.sql.Connection;
import java.sql.SQLException;

/** Lends connections, which commit each statement. May be called from any thread. */
@FunctionalInterface
interface ConnectionPool {

  /** Waits for a connection, for a limited time. */
  Connection take() throws SQLException;

  /** The statements that a connection of this pool keeps prepared. */
  default StatementCache statements(Connection connection) {
    return new StatementCache(connection, 0);
  }

  default void giveBack(Connection connection) throws SQLException {
    connection.close();
  }
}
