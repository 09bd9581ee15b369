package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An SQL statement under construction: its text, and the value of each {@code ?}.
 *
 * <p>Belongs to one thread while it is built; may be shared afterwards. Invariant: the text has as
 * many question marks as there are values.
 */
public final class SqlText {

  private final StringBuilder text = new StringBuilder();
  private final List<Object> values = new ArrayList<>();

  /** A list of texts bound to one question mark. */
  record Texts(List<String> texts) {}

  /** A list of numbers bound to one question mark. */
  record Numbers(List<Long> numbers) {}

  /** The time a duration before the statement runs, in milliseconds since 1970. */
  private record Ago(Duration duration) {}

  /**
   * SQL from a template. Each {@code ?} takes the next part: SQL is inserted, a text or a number is
   * bound, and a duration is bound as the time so long before the statement runs.
   */
  public static SqlText of(String template, Object... parts) {
    SqlText sql = new SqlText();
    int from = 0;
    for (Object part : parts) {
      int mark = template.indexOf('?', from);
      sql.text.append(template, from, mark);
      from = mark + 1;
      SqlText _ =
          switch (part) {
            case SqlText other -> sql.add(other);
            case String value -> sql.bind(value);
            case Number value -> sql.bind(value.longValue());
            case Duration value -> sql.bindAgo(value);
            default -> throw new IllegalArgumentException("cannot be bound: " + part);
          };
    }
    return sql.add(template.substring(from));
  }

  /** Adds constant SQL, never a user's value. */
  public SqlText add(String fixed) {
    text.append(fixed);
    return this;
  }

  /** Adds other SQL with its values. */
  public SqlText add(SqlText other) {
    text.append(other.text);
    values.addAll(other.values);
    return this;
  }

  /** Binds a text. */
  public SqlText bind(String value) {
    return bound(value);
  }

  /** Binds a number. */
  public SqlText bind(long value) {
    return bound(value);
  }

  /** Binds the time a duration before the statement runs. */
  public SqlText bindAgo(Duration duration) {
    return bound(new Ago(duration));
  }

  SqlText bindTexts(Collection<String> texts) {
    return bound(new Texts(List.copyOf(texts)));
  }

  SqlText bindNumbers(Collection<Long> numbers) {
    return bound(new Numbers(List.copyOf(numbers)));
  }

  private SqlText bound(Object value) {
    text.append('?');
    values.add(value);
    return this;
  }

  /** The text. */
  public String text() {
    return text.toString();
  }

  /** How many values are bound. */
  public int values() {
    return values.size();
  }

  /**
   * Binds the values to a statement that was prepared from the text.
   *
   * @param now when it runs
   */
  void bindTo(PreparedStatement statement, Dialect dialect, Instant now) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      set(statement, i + 1, dialect, values.get(i), now);
    }
  }

  private static void set(
      PreparedStatement statement, int at, Dialect dialect, @Nullable Object value, Instant now)
      throws SQLException {
    switch (value) {
      case String one -> statement.setString(at, one);
      case Long one -> statement.setLong(at, one);
      case Ago(Duration duration) ->
          statement.setLong(at, now.toEpochMilli() - duration.toMillis());
      case Texts(List<String> texts) -> dialect.setTexts(statement, at, texts);
      case Numbers(List<Long> numbers) -> dialect.setNumbers(statement, at, numbers);
      case null, default -> throw new IllegalStateException("cannot be bound: " + value);
    }
  }

  @Override
  public String toString() {
    return text + " " + values;
  }
}
