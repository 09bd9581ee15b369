package io.postrider.server.database;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;
import io.postrider.log.LogIdentity;
import io.postrider.route.LogEndOffsets;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * What a statement knows of parameters and types, on either engine.
 *
 * <p>A record has a column for each component, with its name in snake case. A time or a duration is
 * a number of milliseconds, an ID its bits, an enum its name on the wire if it has one and its Java
 * name otherwise. An unknown enum name fails the statement.
 */
final class RowMapping {

  private static final ColonParameters PARAMETERS = new ColonParameters();

  private RowMapping() {}

  static Jdbi jdbi(ConnectionFactory connections) {
    Jdbi jdbi = Jdbi.create(connections);
    jdbi.getConfig(SqlStatements.class)
        .setSqlParser(PARAMETERS)
        .setTemplateEngine(TemplateEngine.NOP);
    return jdbi.registerColumnMapper(Instant.class, number(Instant::ofEpochMilli))
        .registerColumnMapper(Duration.class, number(Duration::ofMillis))
        .registerColumnMapper(SourceId.class, number(SourceId::new))
        .registerColumnMapper(DestinationId.class, number(DestinationId::new))
        .registerColumnMapper(RegulationId.class, number(RegulationId::new))
        .registerColumnMapper(LogIdentity.class, text(id -> new LogIdentity(UUID.fromString(id))))
        .registerColumnMapper(LogEndOffsets.class, text(ActiveRangeRows::ends))
        .registerColumnMapper((Type type, ConfigRegistry config) -> wireNamed(type))
        .registerRowMapper(RowMapping::record);
  }

  private static <T> ColumnMapper<T> number(LongFunction<T> reading) {
    return (row, column, context) -> {
      long value = row.getLong(column);
      return row.wasNull() ? null : reading.apply(value);
    };
  }

  private static <T> ColumnMapper<T> text(Function<String, T> reading) {
    return (row, column, context) -> {
      String value = row.getString(column);
      return value == null ? null : reading.apply(value);
    };
  }

  private static Optional<ColumnMapper<?>> wireNamed(Type type) {
    return type instanceof Class<?> named && WireNamed.class.isAssignableFrom(named)
        ? Optional.of(text(name -> constant(named, name)))
        : Optional.empty();
  }

  private static Object constant(Class<?> type, String wireName) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> ((WireNamed) constant).wireName().equals(wireName))
        .findFirst()
        .orElseThrow(
            () -> new DatabaseException("Unknown " + type.getSimpleName() + ": " + wireName));
  }

  /** A record, unless it is a column. */
  private static Optional<RowMapper<?>> record(Type type, ConfigRegistry config) {
    return type instanceof Class<?> found
            && found.isRecord()
            && config.get(ColumnMappers.class).findFor(type).isEmpty()
        ? Optional.of(new RecordMapper<>(found))
        : Optional.empty();
  }
}
