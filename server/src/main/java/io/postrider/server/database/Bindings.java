package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a statement's parameters: texts, numbers, booleans, bytes and {@link SqlNull}.
 *
 * <p>Belongs to one thread. No failure tells a value, because it may be a secret.
 */
final class Bindings {

  private final ParsedSql sql;
  private final @Nullable Object[] values;

  Bindings(ParsedSql sql) {
    this.sql = sql;
    this.values = new @Nullable Object[sql.parameters()];
  }

  /** Binds a value wherever a name occurs. */
  void bind(String name, Object value) {
    List<String> names = sql.names();
    boolean known = false;
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(name)) {
        values[i] = value;
        known = true;
      }
    }
    if (!known) {
      throw new IllegalArgumentException("No parameter :" + name + " in: " + sql.text());
    }
  }

  /** Binds the values of all parameters in their order; null is {@link SqlNull#ANY}. */
  void bindAll(@Nullable Object... inOrder) {
    if (!sql.names().isEmpty() || inOrder.length != values.length) {
      throw new IllegalArgumentException(
          inOrder.length + " values do not fit the parameters of: " + sql.text());
    }
    for (int i = 0; i < inOrder.length; i++) {
      Object value = inOrder[i];
      values[i] = value == null ? SqlNull.ANY : value;
    }
  }

  void set(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value == null) {
        String name = sql.names().isEmpty() ? String.valueOf(i + 1) : ":" + sql.names().get(i);
        throw new IllegalStateException("Parameter " + name + " has no value in: " + sql.text());
      }
      set(statement, i + 1, value);
    }
  }

  /** Forgets all values. */
  void clear() {
    Arrays.fill(values, null);
  }

  // not a switch over patterns, for which the JVM makes a class at the first call
  private static void set(PreparedStatement statement, int at, Object value) throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(at, number);
    } else if (value instanceof String text) {
      statement.setString(at, text);
    } else if (value instanceof Integer number) {
      statement.setInt(at, number);
    } else if (value instanceof Boolean flag) {
      statement.setBoolean(at, flag);
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(at, bytes);
    } else if (value instanceof SqlNull none) {
      statement.setNull(at, none.type());
    } else {
      throw new IllegalArgumentException("Cannot bind a " + value.getClass().getName());
    }
  }
}
