package io.postrider.server.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A statement that writes. Belongs to one thread. */
public final class SqlUpdate extends SqlStatement<SqlUpdate> {

  SqlUpdate(Connection connection, ParsedSql sql) {
    super(connection, sql);
  }

  @Override
  SqlUpdate self() {
    return this;
  }

  /** Runs it; returns how many rows it changed. */
  public int execute() {
    try (PreparedStatement statement = prepareBound()) {
      boolean _ = statement.execute();
      return statement.getUpdateCount();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }
}
