package io.postrider.server.database;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;
import io.postrider.log.LogIdentity;
import io.postrider.route.LogEndOffsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What rows and columns become, on either engine. May be called from any thread.
 *
 * <p>A record has a column for each component, with its name in snake case. A time or a duration is
 * a number of milliseconds, an ID its bits, an enum its name on the wire if it has one and its Java
 * name otherwise. An unknown enum name fails the statement. A column that is null is null, or zero
 * for a primitive.
 */
final class RowMapping {

  /** One for each class that the program asks for. */
  private final Map<Class<?>, RowMapper<?>> known = new ConcurrentHashMap<>();

  /** Makes a row a record, or its first column a value. */
  @SuppressWarnings("unchecked") // of the class that is the key
  <T> RowMapper<T> row(Class<T> type) {
    RowMapper<?> mapper = known.get(type);
    if (mapper == null) {
      mapper = create(type);
      known.put(type, mapper);
    }
    return (RowMapper<T>) mapper;
  }

  @SuppressWarnings("NullAway") // a column that is null makes a row that is null
  private static RowMapper<?> create(Class<?> type) {
    ColumnMapper<?> column = find(type);
    if (column != null) {
      return row -> column.map(row, 1);
    }
    if (type.isRecord()) {
      return new RecordMapper<>(type);
    }
    throw new IllegalArgumentException("Cannot read a row as " + type);
  }

  /** Makes a row an entry of a map: a column is the key. */
  <K, V> RowMapper<Map.Entry<K, V>> entry(String column, Class<K> key, Class<V> value) {
    return new EntryMapper<>(column, RowMapping.<K>column(key), row(value));
  }

  /** Makes a column a value. */
  @SuppressWarnings("unchecked") // found by the class
  static <T> ColumnMapper<T> column(Class<?> type) {
    ColumnMapper<?> mapper = find(type);
    if (mapper == null) {
      throw new IllegalArgumentException("Cannot read a column as " + type);
    }
    return (ColumnMapper<T>) mapper;
  }

  /** The mapper of a type; null if it is not a column. */
  private static @Nullable ColumnMapper<?> find(Class<?> type) {
    if (type == long.class) {
      return ResultSet::getLong;
    } else if (type == Long.class) {
      return number(Long::valueOf);
    } else if (type == int.class) {
      return ResultSet::getInt;
    } else if (type == Integer.class) {
      return number(Math::toIntExact);
    } else if (type == boolean.class) {
      return ResultSet::getBoolean;
    } else if (type == Boolean.class) {
      return RowMapping::flag;
    } else if (type == String.class) {
      return ResultSet::getString;
    } else if (type == byte[].class) {
      return ResultSet::getBytes;
    } else if (type == Instant.class) {
      return number(Instant::ofEpochMilli);
    } else if (type == Duration.class) {
      return number(Duration::ofMillis);
    } else if (type == SourceId.class) {
      return number(SourceId::new);
    } else if (type == DestinationId.class) {
      return number(DestinationId::new);
    } else if (type == RegulationId.class) {
      return number(RegulationId::new);
    } else if (type == LogIdentity.class) {
      return text(id -> new LogIdentity(UUID.fromString(id)));
    } else if (type == LogEndOffsets.class) {
      return text(ActiveRangeRows::ends);
    }
    return type.isEnum() ? text(name -> constant(type, name)) : null;
  }

  private static @Nullable Boolean flag(ResultSet row, int column) throws SQLException {
    boolean value = row.getBoolean(column);
    return row.wasNull() ? null : (Boolean) value;
  }

  private static <T> ColumnMapper<T> number(LongFunction<T> reading) {
    return (row, column) -> {
      long value = row.getLong(column);
      return row.wasNull() ? null : reading.apply(value);
    };
  }

  private static <T> ColumnMapper<T> text(Function<String, T> reading) {
    return (row, column) -> {
      String value = row.getString(column);
      return value == null ? null : reading.apply(value);
    };
  }

  private static Object constant(Class<?> type, String name) {
    for (Object constant : type.getEnumConstants()) {
      String known =
          constant instanceof WireNamed named ? named.wireName() : ((Enum<?>) constant).name();
      if (known.equals(name)) {
        return constant;
      }
    }
    throw new DatabaseException("Unknown " + type.getSimpleName() + ": " + name);
  }
}
