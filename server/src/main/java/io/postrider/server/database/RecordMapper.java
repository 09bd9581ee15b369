package io.postrider.server.database;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Makes a record of each row. JDBI's own mapper generates classes for each number of components, at
 * every start.
 */
final class RecordMapper<R> implements RowMapper<R> {

  private final Class<R> type;
  private final RecordComponent[] components;
  private final Constructor<R> constructor;

  RecordMapper(Class<R> type) {
    this.type = type;
    this.components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException never) {
      throw new IllegalArgumentException(type + " is not a record", never);
    }
    constructor.setAccessible(true);
  }

  @Override
  public R map(ResultSet row, StatementContext context) throws SQLException {
    return specialize(row, context).map(row, context);
  }

  @Override
  public RowMapper<R> specialize(ResultSet rows, StatementContext context) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int[] numbers = new int[components.length];
    List<ColumnMapper<?>> mappers = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      numbers[i] = column(columns, component.getName());
      mappers.add(
          context
              .findColumnMapperFor(component.getGenericType())
              .orElseThrow(() -> new IllegalStateException("no mapper for " + component)));
    }
    return (row, current) -> {
      Object[] values = new Object[numbers.length];
      for (int i = 0; i < numbers.length; i++) {
        values[i] = mappers.get(i).map(row, numbers[i], current);
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
