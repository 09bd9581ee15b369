package io.postrider.server.database;

import java.sql.SQLException;
import org.jdbi.v3.core.JdbiException;

/** A failure of a plain JDBC statement, which {@link Database} translates. */
final class PlainSqlException extends JdbiException {

  private static final long serialVersionUID = 1L;

  PlainSqlException(SQLException cause) {
    super(cause);
  }
}
