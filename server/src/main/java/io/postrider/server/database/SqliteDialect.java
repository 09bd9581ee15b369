package io.postrider.server.database;

import io.postrider.message.CanonicalJson;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** SQLite: JSON is text, lists are bound as JSON, row locks are not needed with one writer. */
final class SqliteDialect implements Dialect {

  /** A JSON path. A stored key contains nothing that would end the quotes. */
  private static String path(String key) {
    return "$.\"" + key + "\"";
  }

  @Override
  public SqlText value(StoredField field) {
    return new SqlText()
        .add("json_extract(")
        .add(field.column())
        .add(", ")
        .bind(path(field.key()))
        .add(")");
  }

  @Override
  public SqlText listHas(StoredField field, List<String> wanted) {
    return list(field, "exists", wanted);
  }

  @Override
  public SqlText listLacks(StoredField field, List<String> unwanted) {
    return list(field, "not exists", unwanted);
  }

  private static SqlText list(StoredField field, String exists, List<String> texts) {
    return new SqlText()
        .add("(coalesce(json_type(")
        .add(field.column())
        .add(", ")
        .bind(path(field.key()))
        .add(") = 'array', false) and ")
        .add(exists)
        .add(" (select 1 from json_each(")
        .add(field.column())
        .add(", ")
        .bind(path(field.key()))
        .add(") j where j.value in (select value from json_each(")
        .bindTexts(texts)
        .add("))))");
  }

  @Override
  public SqlText among(SqlText text, List<String> wanted) {
    return new SqlText()
        .add(text)
        .add(" in (select value from json_each(")
        .bindTexts(wanted)
        .add("))");
  }

  @Override
  public SqlText position(SqlText within, String wanted) {
    return new SqlText().add("instr(").add(within).add(", ").bind(wanted).add(")");
  }

  @Override
  public SqlText last(SqlText text, int characters) {
    return new SqlText().add("substr(").add(text).add(", ").bind(-characters).add(")");
  }

  @Override
  public SqlText among(String column, Collection<Long> wanted) {
    return new SqlText()
        .add(column)
        .add(" in (select value from json_each(")
        .bindNumbers(wanted)
        .add("))");
  }

  @Override
  public String locking() {
    return "";
  }

  @Override
  public String sharing() {
    return "";
  }

  @Override
  public SqlText with(SqlText object, String key, String json) {
    return new SqlText()
        .add("json_set(")
        .add(object)
        .add(", ")
        .bind(path(key))
        .add(", json(")
        .bind(json)
        .add("))");
  }

  @Override
  public SqlText without(SqlText object, String key) {
    return new SqlText().add("json_remove(").add(object).add(", ").bind(path(key)).add(")");
  }

  @Override
  public void setTexts(PreparedStatement statement, int at, List<String> texts)
      throws SQLException {
    StringBuilder json = new StringBuilder("[");
    for (String text : texts) {
      json.append(json.length() == 1 ? "" : ",").append(CanonicalJson.quoted(text));
    }
    statement.setString(at, json.append(']').toString());
  }

  @Override
  public void setNumbers(PreparedStatement statement, int at, List<Long> numbers)
      throws SQLException {
    StringBuilder json = new StringBuilder("[");
    for (long number : numbers) {
      json.append(json.length() == 1 ? "" : ",").append(number);
    }
    statement.setString(at, json.append(']').toString());
  }
}
