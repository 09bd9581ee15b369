package io.postrider.server.people.compiler;

import io.postrider.audience.AudienceCondition;
import io.postrider.audience.PropertyCondition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.profile.StoredKey;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import io.postrider.server.database.StoredField;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiles conditions to SQL over a row {@code p} of the table of profiles. The SQL is true or
 * false, never null. Pure; safe to share.
 *
 * <p>A condition on events is a subquery that reads the event table in primary-key order and stops
 * as soon as enough events are counted.
 */
public final class ConditionSql {

  private final Dialect dialect;
  private final ColumnNames names;
  private final ComparisonSql comparisons;

  public ConditionSql(Dialect dialect, ColumnNames names) {
    this.dialect = dialect;
    this.names = names;
    this.comparisons = new ComparisonSql(dialect);
  }

  public SqlText of(AudienceCondition condition) {
    return switch (condition) {
      case AudienceCondition.All(List<AudienceCondition> all) -> joined(all, " and ", "true");
      case AudienceCondition.Any(List<AudienceCondition> any) -> joined(any, " or ", "false");
      case AudienceCondition.Not(AudienceCondition inner) -> SqlText.of("(not ?)", of(inner));
      case AudienceCondition.TraitIs(String name, Comparison comparison) -> trait(name, comparison);
      case AudienceCondition.EventCount count -> counted(count);
      case AudienceCondition.InAudience(String key) -> member(key);
    };
  }

  private SqlText joined(List<AudienceCondition> conditions, String between, String none) {
    if (conditions.isEmpty()) {
      return new SqlText().add(none);
    }
    SqlText sql = new SqlText().add("(");
    for (int i = 0; i < conditions.size(); i++) {
      sql.add(i == 0 ? "" : between).add(of(conditions.get(i)));
    }
    return sql.add(")");
  }

  private SqlText trait(String name, Comparison comparison) {
    String computed = names.computedTrait(name);
    StoredField field =
        computed == null
            ? new StoredField("p.traits", StoredKey.of(name))
            : new StoredField("p.computed", computed);
    return comparisons.of(field, comparison);
  }

  private SqlText counted(AudienceCondition.EventCount condition) {
    long wanted = ComparisonSql.whole(condition.count());
    Operator operator = condition.count().operator();
    SqlText matching =
        SqlText.of(
            "(select 1 from event e where e.profile = p.id and ?",
            events(condition.event(), condition.within(), condition.where()));
    if (isAny(operator, wanted)) {
      return SqlText.of("exists ?)", matching);
    }
    if (isNone(operator, wanted)) {
      return SqlText.of("(not exists ?))", matching);
    }
    return SqlText.of(
        "((select count(*) from ? limit ?) c)" + sign(operator) + "?)",
        matching,
        wanted + 1,
        wanted);
  }

  /** Whether it asks for at least one event, the most frequent case. */
  private static boolean isAny(Operator operator, long wanted) {
    return (operator == Operator.AT_LEAST && wanted == 1)
        || ((operator == Operator.GREATER_THAN || operator == Operator.NOT_EQUALS) && wanted == 0);
  }

  private static boolean isNone(Operator operator, long wanted) {
    return (operator == Operator.LESS_THAN && wanted == 1)
        || ((operator == Operator.AT_MOST || operator == Operator.EQUALS) && wanted == 0);
  }

  /** The condition on rows {@code e} of events. */
  SqlText events(String event, @Nullable Duration within, List<PropertyCondition> where) {
    SqlText sql = SqlText.of("e.name = ?", names.event(event));
    if (within != null) {
      sql.add(" and e.at > ").bindAgo(within);
    }
    for (PropertyCondition property : where) {
      StoredField field = new StoredField("e.properties", StoredKey.of(property.path()));
      sql.add(" and ").add(comparisons.of(field, property.comparison()));
    }
    return sql;
  }

  /** The stored value of a property of a row {@code e} of events. */
  SqlText property(List<String> path) {
    return dialect.value(new StoredField("e.properties", StoredKey.of(path)));
  }

  private static String sign(Operator operator) {
    return switch (operator) {
      case EQUALS -> " = ";
      case NOT_EQUALS -> " <> ";
      case LESS_THAN -> " < ";
      case AT_MOST -> " <= ";
      case GREATER_THAN -> " > ";
      case AT_LEAST -> " >= ";
      case CONTAINS,
          NOT_CONTAINS,
          STARTS_WITH,
          ENDS_WITH,
          EXISTS,
          NOT_EXISTS,
          BEFORE,
          AFTER,
          ONE_OF,
          CONTAINS_ONE_OF ->
          throw new IllegalArgumentException(
              "unsupported operator for an event count: " + operator);
    };
  }

  private SqlText member(String key) {
    Long audience = names.audience(key);
    return audience == null
        ? new SqlText().add("false")
        : SqlText.of(
            "exists (select 1 from membership m where m.computation = ? and m.profile = p.id)",
            audience);
  }
}
