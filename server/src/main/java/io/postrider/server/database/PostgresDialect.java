package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** PostgreSQL: JSON is {@code jsonb}, lists are arrays, texts have the C collation. */
final class PostgresDialect implements Dialect {

  private static final String BYTE_BY_BYTE = " collate \"C\"";

  @Override
  public SqlText value(StoredField field) {
    return new SqlText()
        .add("(")
        .add(field.column())
        .add(" ->> ")
        .bind(field.key())
        .add(")")
        .add(BYTE_BY_BYTE);
  }

  @Override
  public SqlText listHas(StoredField field, List<String> wanted) {
    return list(field, "jsonb_exists_any(", wanted);
  }

  @Override
  public SqlText listLacks(StoredField field, List<String> unwanted) {
    return list(field, "not jsonb_exists_any(", unwanted);
  }

  private static SqlText list(StoredField field, String exists, List<String> texts) {
    return new SqlText()
        .add("case when jsonb_typeof(")
        .add(field.column())
        .add(" -> ")
        .bind(field.key())
        .add(") = 'array' then ")
        .add(exists)
        .add(field.column())
        .add(" -> ")
        .bind(field.key())
        .add(", ")
        .bindTexts(texts)
        .add(") else false end");
  }

  @Override
  public SqlText among(SqlText text, List<String> wanted) {
    return new SqlText().add(text).add(" = any(").bindTexts(wanted).add(")");
  }

  @Override
  public SqlText position(SqlText within, String wanted) {
    return new SqlText().add("strpos(").add(within).add(", ").bind(wanted).add(")");
  }

  @Override
  public SqlText last(SqlText text, int characters) {
    return new SqlText()
        .add("right(")
        .add(text)
        .add(", cast(")
        .bind(characters)
        .add(" as integer))");
  }

  @Override
  public SqlText among(String column, Collection<Long> wanted) {
    return new SqlText().add(column).add(" = any(").bindNumbers(wanted).add(")");
  }

  @Override
  public String locking() {
    return " for update";
  }

  @Override
  public String sharing() {
    return " for share";
  }

  @Override
  public SqlText with(SqlText object, String key, String json) {
    return new SqlText()
        .add("(")
        .add(object)
        .add(" || jsonb_build_object(cast(")
        .bind(key)
        .add(" as text), cast(")
        .bind(json)
        .add(" as jsonb)))");
  }

  @Override
  public SqlText without(SqlText object, String key) {
    return new SqlText().add("(").add(object).add(" - cast(").bind(key).add(" as text))");
  }

  @Override
  public void setTexts(PreparedStatement statement, int at, List<String> texts)
      throws SQLException {
    statement.setArray(
        at, statement.getConnection().createArrayOf("text", texts.toArray(String[]::new)));
  }

  @Override
  public void setNumbers(PreparedStatement statement, int at, List<Long> numbers)
      throws SQLException {
    statement.setArray(
        at, statement.getConnection().createArrayOf("bigint", numbers.toArray(Long[]::new)));
  }
}
