package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * What SQLite and PostgreSQL say differently. Everything else is the same text for both. Safe to
 * share.
 */
public sealed interface Dialect permits SqliteDialect, PostgresDialect {

  Dialect SQLITE = new SqliteDialect();

  Dialect POSTGRESQL = new PostgresDialect();

  /**
   * The stored text of a value: null if it is missing, and something that starts with a bracket if
   * it is a list. Texts compare byte by byte.
   */
  SqlText value(StoredField field);

  /** Whether a value is a list and one of its elements is among some; never null. */
  SqlText listHas(StoredField field, List<String> wanted);

  /** Whether a value is a list and none of its elements is among some; never null. */
  SqlText listLacks(StoredField field, List<String> unwanted);

  /** Whether a text, which may be null, is among some. */
  SqlText among(SqlText text, List<String> wanted);

  /** Where a text starts within another, from 1; 0 if it does not. */
  SqlText position(SqlText within, String wanted);

  /** So many last characters of a text; all, if there are fewer. */
  SqlText last(SqlText text, int characters);

  /** Whether a number is among some. */
  SqlText among(String column, Collection<Long> wanted);

  /** What a query ends with that keeps others from changing its rows until the transaction ends. */
  String locking();

  /** The same, but others may do so too. */
  String sharing();

  /** A JSON object with a member set; the value is a text of JSON. */
  SqlText with(SqlText object, String key, String json);

  /** A JSON object with a member taken out. */
  SqlText without(SqlText object, String key);

  /** Binds a list of texts as {@link SqlText} asks. */
  void setTexts(PreparedStatement statement, int at, List<String> texts) throws SQLException;

  /** Binds a list of numbers as {@link SqlText} asks. */
  void setNumbers(PreparedStatement statement, int at, List<Long> numbers) throws SQLException;
}
