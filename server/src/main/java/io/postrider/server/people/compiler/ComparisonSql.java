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
 * Compiles comparisons of stored values to SQL. The SQL is true or false, never null, so that it
 * can be negated.
 *
 * <p>The first character of a stored text is its kind, so a kind is a range of texts: {@code n} for
 * numbers, {@code t} for texts.
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
      case EXISTS -> SqlText.of("(? is not null)", value);
      case NOT_EXISTS -> SqlText.of("(? is null)", value);
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

  /** Turns null into false. */
  private static SqlText definite(SqlText sql) {
    return SqlText.of("coalesce(?, false)", sql);
  }

  private static String first(Comparison comparison) {
    return StoredValue.of(comparison.operands().getFirst());
  }

  private static List<String> stored(Comparison comparison) {
    return comparison.operands().stream().map(StoredValue::of).toList();
  }

  private static SqlText compared(SqlText value, String sign, String with) {
    return SqlText.of("?" + sign + "?", value, with);
  }

  private SqlText different(SqlText value, Value from) {
    return switch (from) {
      case Value.Text _ -> SqlText.of("? <> ? and ?", value, StoredValue.of(from), isText(value));
      case Value.Numeric _ -> inNumbers(value, " <> ", StoredValue.of(from));
      case Value.Bool(boolean truth) -> compared(value, " = ", StoredValue.of(Value.of(!truth)));
      case Value.Missing _, Value.Items _, Value.Nested _ ->
          throw new IllegalArgumentException("cannot compare with " + from);
    };
  }

  private static SqlText inNumbers(SqlText value, String sign, String with) {
    return SqlText.of(
        "? and ? >= ? and ? < ?",
        compared(value, sign, with),
        value,
        NUMBERS,
        value,
        BEYOND_NUMBERS);
  }

  private static SqlText isText(SqlText value) {
    return SqlText.of("? >= 't' and ? < 'u'", value, value);
  }

  /** A stored text without the character of its kind. */
  private static SqlText bare(SqlText value) {
    return SqlText.of("substr(?, 2)", value);
  }

  private SqlText containing(StoredField field, SqlText value, Comparison comparison) {
    SqlText inList = dialect.listHas(field, stored(comparison));
    SqlText inText = each(comparison, " or ", part -> SqlText.of("? > 0", position(value, part)));
    return inText.text().isEmpty()
        ? inList
        : SqlText.of("? or (? and (?))", inList, isText(value), inText);
  }

  private SqlText lacking(StoredField field, SqlText value, Comparison comparison) {
    SqlText inList = dialect.listLacks(field, stored(comparison));
    SqlText inText = each(comparison, " and ", part -> SqlText.of("? = 0", position(value, part)));
    return inText.text().isEmpty()
        ? inList
        : SqlText.of("? or (? and ?)", inList, isText(value), inText);
  }

  private SqlText position(SqlText value, String part) {
    return dialect.position(bare(value), part);
  }

  /** Joins the SQL of each operand that is a text; empty if none is. */
  private static SqlText each(
      Comparison comparison, String between, Function<String, SqlText> sql) {
    SqlText all = new SqlText();
    for (String part : texts(comparison)) {
      all.add(all.text().isEmpty() ? "" : between).add(sql.apply(part));
    }
    return all;
  }

  /** The operands that are texts, without the character of their kind. */
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
    return SqlText.of(
        "substr(?, 1, cast(? as integer)) = ?",
        value,
        stored.codePointCount(0, stored.length()),
        stored);
  }

  private SqlText ending(SqlText value, String wanted) {
    return SqlText.of(
        "? and ? = ?",
        isText(value),
        dialect.last(bare(value), wanted.codePointCount(0, wanted.length())),
        wanted);
  }

  private SqlText timed(StoredField field, String sign, Comparison comparison) {
    if (!(comparison.operands().getFirst() instanceof Value.Text(String text))) {
      throw new IllegalArgumentException("a time must be a text");
    }
    long millis = Timestamps.parse(text);
    if (millis == Timestamps.UNREADABLE) {
      return new SqlText().add("false");
    }
    return compared(dialect.value(field.moment()), sign, StoredValue.moment(millis));
  }

  /** The whole number that an event count is compared with. */
  static long whole(Comparison count) {
    if (!(count.operands().getFirst() instanceof Value.Numeric(Decimal number))) {
      throw new IllegalArgumentException("not a number: " + count.operands());
    }
    return new BigDecimal(number.toString()).longValueExact();
  }
}
