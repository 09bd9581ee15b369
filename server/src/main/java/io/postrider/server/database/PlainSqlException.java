package io.postrider.server.database;

import java.sql.SQLException;
import org.jdbi.v3.core.JdbiException;

/** A failure of a statement that was run by plain JDBC; {@link Database} tells what it means. */
final class PlainSqlException extends JdbiException {

  private static final long serialVersionUID = 1L;

  PlainSqlException(SQLException cause) {
    super(cause);
  }
}
