package io.postrider.server.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a transaction, and the values of its parameters: {@code :name}, which may occur
 * several times, or {@code ?}.
 *
 * <p>Belongs to one thread. It fails if a parameter has no value, or a value no parameter.
 */
public abstract sealed class SqlStatement<S> permits SqlQuery, SqlUpdate, PreparedBatch {

  private final Connection connection;
  private final ParsedSql sql;
  private final Bindings bindings;

  SqlStatement(Connection connection, ParsedSql sql) {
    this.connection = connection;
    this.sql = sql;
    this.bindings = new Bindings(sql);
  }

  /** This statement. */
  abstract S self();

  public S bind(String name, @Nullable String value) {
    return bound(name, value == null ? SqlNull.TEXT : value);
  }

  public S bind(String name, @Nullable Long value) {
    return bound(name, value == null ? SqlNull.BIGINT : value);
  }

  public S bind(String name, @Nullable Integer value) {
    return bound(name, value == null ? SqlNull.INTEGER : value);
  }

  public S bind(String name, byte @Nullable [] value) {
    return bound(name, value == null ? SqlNull.BYTES : value);
  }

  public S bind(String name, boolean value) {
    return bound(name, value);
  }

  /** Binds values by their names. */
  public S bindMap(Map<String, Long> values) {
    values.forEach(bindings::bind);
    return self();
  }

  private S bound(String name, Object value) {
    bindings.bind(name, value);
    return self();
  }

  Bindings bindings() {
    return bindings;
  }

  PreparedStatement prepare() throws SQLException {
    return connection.prepareStatement(sql.text());
  }

  /** The statement with its values, to be closed by the caller. */
  PreparedStatement prepareBound() throws SQLException {
    PreparedStatement statement = prepare();
    try {
      bindings.set(statement);
      return statement;
    } catch (SQLException | RuntimeException failure) {
      statement.close();
      throw failure;
    }
  }
}
