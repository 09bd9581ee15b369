package io.postrider.server.database;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Makes a record of each row. */
final class RecordMapper<R> implements RowMapper<R> {

  private final Class<R> type;
  private final RecordComponent[] components;
  private final List<ColumnMapper<?>> mappers = new ArrayList<>();
  private final Constructor<R> constructor;

  RecordMapper(Class<R> type) {
    this.type = type;
    this.components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = components[i].getType();
      mappers.add(RowMapping.column(types[i]));
    }
    try {
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException never) {
      throw new IllegalArgumentException(type + " is not a record", never);
    }
    constructor.setAccessible(true);
  }

  @Override
  public R map(ResultSet row) throws SQLException {
    return specialize(row).map(row);
  }

  @Override
  public RowMapper<R> specialize(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int[] numbers = new int[components.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = column(columns, components[i].getName());
    }
    return row -> {
      Object[] values = new Object[numbers.length];
      for (int i = 0; i < numbers.length; i++) {
        values[i] = mappers.get(i).map(row, numbers[i]);
      }
      return create(values);
    };
  }

  /** The number of the column with a component's name in snake case. */
  private int column(ResultSetMetaData columns, String name) throws SQLException {
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnLabel(i).replace("_", "").equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw new IllegalStateException("no column for " + name + " of " + type);
  }

  private R create(Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      throw refused.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(refused.getCause());
    } catch (ReflectiveOperationException never) {
      throw new IllegalStateException(never);
    }
  }
}
