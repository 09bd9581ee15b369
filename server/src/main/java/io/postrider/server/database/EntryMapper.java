package io.postrider.server.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Map;

/** Makes an entry of each row: a column is the key, the row the value. */
final class EntryMapper<K, V> implements RowMapper<Map.Entry<K, V>> {

  private final String column;
  private final ColumnMapper<K> key;
  private final RowMapper<V> value;

  EntryMapper(String column, ColumnMapper<K> key, RowMapper<V> value) {
    this.column = column;
    this.key = key;
    this.value = value;
  }

  @Override
  public Map.Entry<K, V> map(ResultSet row) throws SQLException {
    return specialize(row).map(row);
  }

  @Override
  public RowMapper<Map.Entry<K, V>> specialize(ResultSet rows) throws SQLException {
    int at = rows.findColumn(column);
    RowMapper<V> values = value.specialize(rows);
    return row -> new SimpleImmutableEntry<>(key.map(row, at), values.map(row));
  }
}
