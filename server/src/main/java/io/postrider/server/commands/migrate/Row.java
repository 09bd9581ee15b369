package io.postrider.server.commands.migrate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of a table by the names of its columns. Immutable. */
record Row(Map<String, @Nullable Object> values) {

  @Nullable Object get(String column) {
    return values.get(column);
  }

  long number(String column) {
    return ((Number) Objects.requireNonNull(values.get(column))).longValue();
  }

  String text(String column) {
    return (String) Objects.requireNonNull(values.get(column));
  }

  byte[] bytes(String column) {
    return (byte[]) Objects.requireNonNull(values.get(column));
  }

  /** The same row with another value. */
  Row with(String column, @Nullable Object value) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>(values);
    changed.put(column, value);
    return new Row(changed);
  }
}
