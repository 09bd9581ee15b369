package io.postrider.server.people.compiler;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.message.Timestamps;
import io.postrider.profile.StoredValue;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import io.postrider.server.database.StoredField;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;

/**
 * Comparisons of stored values as SQL: true or false, and never null, so that what is around them
 * can turn them round.
 *
 * <p>The first character of a stored text tells its kind, so kinds are ranges of texts: {@code n}
 * numbers, {@code t} texts. Whatever is of another kind lies outside.
 */
final class ComparisonSql {

  private static final String NUMBERS = "n";
  private static final String BEYOND_NUMBERS = "o";

  private final Dialect dialect;

  ComparisonSql(Dialect dialect) {
    this.dialect = dialect;
  }

  SqlText of(StoredField field, Comparison comparison) {
    SqlText value = dialect.value(field);
    return switch (comparison.operator()) {
      case EXISTS -> joined("(", value, " is not null)");
      case NOT_EXISTS -> joined("(", value, " is null)");
      case EQUALS -> definite(compared(value, " = ", first(comparison)));
      case NOT_EQUALS -> definite(different(value, comparison.operands().getFirst()));
      case ONE_OF -> definite(dialect.among(value, stored(comparison)));
      case LESS_THAN -> definite(inNumbers(value, " < ", first(comparison)));
      case AT_MOST -> definite(inNumbers(value, " <= ", first(comparison)));
      case GREATER_THAN -> definite(inNumbers(value, " > ", first(comparison)));
      case AT_LEAST -> definite(inNumbers(value, " >= ", first(comparison)));
      case CONTAINS, CONTAINS_ONE_OF -> definite(containing(field, value, comparison));
      case NOT_CONTAINS -> definite(lacking(field, value, comparison));
      case STARTS_WITH -> definite(starting(value, text(comparison)));
      case ENDS_WITH -> definite(ending(value, text(comparison)));
      case BEFORE -> definite(timed(field, " < ", comparison));
      case AFTER -> definite(timed(field, " > ", comparison));
    };
  }

  /** What is not known counts as false. */
  private static SqlText definite(SqlText sql) {
    return joined("coalesce(", sql, ", false)");
  }

  private static SqlText joined(String before, SqlText sql, String behind) {
    return new SqlText().add(before).add(sql).add(behind);
  }

  private static String first(Comparison comparison) {
    return StoredValue.of(comparison.operands().getFirst());
  }

  private static List<String> stored(Comparison comparison) {
    return comparison.operands().stream().map(StoredValue::of).toList();
  }

  private static SqlText compared(SqlText value, String sign, String with) {
    return new SqlText().add(value).add(sign).bind(with);
  }

  private SqlText different(SqlText value, Value from) {
    return switch (from) {
      case Value.Text _ ->
          new SqlText()
              .add(compared(value, " <> ", StoredValue.of(from)))
              .add(" and ")
              .add(isText(value));
      case Value.Numeric _ -> inNumbers(value, " <> ", StoredValue.of(from));
      case Value.Bool(boolean truth) -> compared(value, " = ", StoredValue.of(Value.of(!truth)));
      case Value.Missing _, Value.Items _, Value.Nested _ ->
          throw new IllegalArgumentException("compared with " + from);
    };
  }

  private static SqlText inNumbers(SqlText value, String sign, String with) {
    return new SqlText()
        .add(compared(value, sign, with))
        .add(" and ")
        .add(compared(value, " >= ", NUMBERS))
        .add(" and ")
        .add(compared(value, " < ", BEYOND_NUMBERS));
  }

  private static SqlText isText(SqlText value) {
    return new SqlText().add(value).add(" >= 't' and ").add(value).add(" < 'u'");
  }

  /** A stored text without the character that tells its kind. */
  private static SqlText bare(SqlText value) {
    return joined("substr(", value, ", 2)");
  }

  private SqlText containing(StoredField field, SqlText value, Comparison comparison) {
    SqlText sql = new SqlText().add(dialect.listHas(field, stored(comparison)));
    List<String> parts = texts(comparison);
    if (!parts.isEmpty()) {
      sql.add(" or (").add(isText(value)).add(" and (");
      sql.add(each(parts, " or ", part -> joined("", position(value, part), " > 0"))).add("))");
    }
    return sql;
  }

  private SqlText lacking(StoredField field, SqlText value, Comparison comparison) {
    SqlText sql = new SqlText().add(dialect.listLacks(field, stored(comparison)));
    List<String> parts = texts(comparison);
    if (!parts.isEmpty()) {
      sql.add(" or (").add(isText(value)).add(" and ");
      sql.add(each(parts, " and ", part -> joined("", position(value, part), " = 0"))).add(")");
    }
    return sql;
  }

  private SqlText position(SqlText value, String part) {
    return dialect.position(bare(value), part);
  }

  private static SqlText each(List<String> parts, String between, Function<String, SqlText> sql) {
    SqlText all = new SqlText();
    for (int i = 0; i < parts.size(); i++) {
      all.add(i == 0 ? "" : between).add(sql.apply(parts.get(i)));
    }
    return all;
  }

  /** Those operands that are texts, as they are stored behind the character of their kind. */
  private static List<String> texts(Comparison comparison) {
    return comparison.operands().stream()
        .filter(Value.Text.class::isInstance)
        .map(value -> StoredValue.storable(((Value.Text) value).text()))
        .toList();
  }

  private static String text(Comparison comparison) {
    return texts(comparison).getFirst();
  }

  private static SqlText starting(SqlText value, String wanted) {
    String stored = "t" + wanted;
    return new SqlText()
        .add("substr(")
        .add(value)
        .add(", 1, cast(")
        .bind(stored.codePointCount(0, stored.length()))
        .add(" as integer)) = ")
        .bind(stored);
  }

  private SqlText ending(SqlText value, String wanted) {
    return new SqlText()
        .add(isText(value))
        .add(" and ")
        .add(dialect.last(bare(value), wanted.codePointCount(0, wanted.length())))
        .add(" = ")
        .bind(wanted);
  }

  private SqlText timed(StoredField field, String sign, Comparison comparison) {
    if (!(comparison.operands().getFirst() instanceof Value.Text(String text))) {
      throw new IllegalArgumentException("a time that is no text");
    }
    long millis = Timestamps.parse(text);
    if (millis == Timestamps.UNREADABLE) {
      return new SqlText().add("false");
    }
    return compared(dialect.value(field.moment()), sign, StoredValue.moment(millis));
  }

  /** A whole number that events are counted against. */
  static long whole(Comparison count) {
    if (!(count.operands().getFirst() instanceof Value.Numeric(Decimal number))) {
      throw new IllegalArgumentException("counted against " + count.operands());
    }
    return new BigDecimal(number.toString()).longValueExact();
  }
}
