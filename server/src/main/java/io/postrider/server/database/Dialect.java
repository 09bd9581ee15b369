package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** The SQL that differs between SQLite and PostgreSQL. Safe to call from any thread. */
public sealed interface Dialect permits SqliteDialect, PostgresDialect {

  Dialect SQLITE = new SqliteDialect();

  Dialect POSTGRESQL = new PostgresDialect();

  /**
   * The stored text of a value: null if it is missing; starts with a bracket if it is a list. Texts
   * compare byte by byte.
   */
  SqlText value(StoredField field);

  /** Whether a value is a list and one of its elements is among some; never null. */
  SqlText listHas(StoredField field, List<String> wanted);

  /** Whether a value is a list and none of its elements is among some; never null. */
  SqlText listLacks(StoredField field, List<String> unwanted);

  /** Whether a text, which may be null, is among some. */
  SqlText among(SqlText text, List<String> wanted);

  /** The 1-based position of a text within another; 0 if it does not occur. */
  SqlText position(SqlText within, String wanted);

  /** The last characters of a text; all of them if it is shorter. */
  SqlText last(SqlText text, int characters);

  /** Whether a number is among some. */
  SqlText among(String column, Collection<Long> wanted);

  /** The suffix that locks a query's rows against changes until the transaction ends. */
  String locking();

  /** The same with a shared lock. */
  String sharing();

  /** A JSON object with a member set; the value is JSON text. */
  SqlText with(SqlText object, String key, String json);

  /** A JSON object without a member. */
  SqlText without(SqlText object, String key);

  /** Binds a list of texts to one parameter. */
  void setTexts(PreparedStatement statement, int at, List<String> texts) throws SQLException;

  /** Binds a list of numbers to one parameter. */
  void setNumbers(PreparedStatement statement, int at, List<Long> numbers) throws SQLException;
}
