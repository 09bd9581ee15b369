package io.postrider.server.database;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;

/** A failure of JDBC within a transaction, which {@link Database} translates. */
final class UncheckedSqlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UncheckedSqlException(SQLException cause) {
    super(cause);
  }

  @Override
  public synchronized SQLException getCause() {
    return (SQLException) requireNonNull(super.getCause());
  }
}
