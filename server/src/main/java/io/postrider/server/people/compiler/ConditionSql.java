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
 * The compiler of conditions: SQL that is true or false of a row {@code p} of the table of
 * profiles, and never null. Pure; safe to share.
 *
 * <p>A condition on events is a subquery in the order of the table, which ends as soon as enough
 * were counted to know the answer.
 */
public final class ConditionSql {

  private final Dialect dialect;
  private final ColumnNames names;
  private final ComparisonSql comparisons;

  /** A compiler for a database and the names that definitions use. */
  public ConditionSql(Dialect dialect, ColumnNames names) {
    this.dialect = dialect;
    this.names = names;
    this.comparisons = new ComparisonSql(dialect);
  }

  /** A condition. */
  public SqlText of(AudienceCondition condition) {
    return switch (condition) {
      case AudienceCondition.All(List<AudienceCondition> all) -> joined(all, " and ", "true");
      case AudienceCondition.Any(List<AudienceCondition> any) -> joined(any, " or ", "false");
      case AudienceCondition.Not(AudienceCondition inner) ->
          new SqlText().add("(not ").add(of(inner)).add(")");
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
    SqlText some =
        new SqlText()
            .add("(select 1 from event e where e.profile = p.id and ")
            .add(events(condition.event(), condition.within(), condition.where()));
    if (isAny(operator, wanted)) {
      return new SqlText().add("exists ").add(some).add(")");
    }
    if (isNone(operator, wanted)) {
      return new SqlText().add("(not exists ").add(some).add("))");
    }
    return new SqlText()
        .add("((select count(*) from ")
        .add(some)
        .add(" limit ")
        .bind(wanted + 1)
        .add(") c)")
        .add(sign(operator))
        .bind(wanted)
        .add(")");
  }

  /** Whether it asks for one event at least, which is what most ask for. */
  private static boolean isAny(Operator operator, long wanted) {
    return (operator == Operator.AT_LEAST && wanted == 1)
        || ((operator == Operator.GREATER_THAN || operator == Operator.NOT_EQUALS) && wanted == 0);
  }

  private static boolean isNone(Operator operator, long wanted) {
    return (operator == Operator.LESS_THAN && wanted == 1)
        || ((operator == Operator.AT_MOST || operator == Operator.EQUALS) && wanted == 0);
  }

  /** Which rows {@code e} of a person's events count. */
  SqlText events(String event, @Nullable Duration within, List<PropertyCondition> where) {
    SqlText sql = new SqlText().add("e.name = ").bind(names.event(event));
    if (within != null) {
      sql.add(" and e.at > ").bindAgo(within);
    }
    for (PropertyCondition property : where) {
      StoredField field = new StoredField("e.properties", StoredKey.of(property.path()));
      sql.add(" and ").add(comparisons.of(field, property.comparison()));
    }
    return sql;
  }

  /** The value of a property of a row {@code e} of events, as it is stored. */
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
          throw new IllegalArgumentException("events counted by " + operator);
    };
  }

  private SqlText member(String key) {
    Long audience = names.audience(key);
    return audience == null
        ? new SqlText().add("false")
        : new SqlText()
            .add("exists (select 1 from membership m where m.computation = ")
            .bind(audience)
            .add(" and m.profile = p.id)");
  }
}
