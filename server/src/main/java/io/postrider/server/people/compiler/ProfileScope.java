package io.postrider.server.people.compiler;

import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import java.util.Collection;
import java.util.List;

/** Which profiles a statement is about. Immutable. */
public sealed interface ProfileScope {

  /** These profiles. */
  static ProfileScope of(Collection<Long> profiles) {
    return new Some(List.copyOf(profiles));
  }

  /** All profiles whose numbers lie behind one and not beyond another. */
  static ProfileScope between(long after, long upTo) {
    return new Range(after, upTo);
  }

  /** Whether a column's number is one of theirs. */
  SqlText of(String column, Dialect dialect);

  /** Some, one by one. */
  record Some(List<Long> profiles) implements ProfileScope {

    @Override
    public SqlText of(String column, Dialect dialect) {
      return dialect.among(column, profiles);
    }
  }

  /** A stretch. */
  record Range(long after, long upTo) implements ProfileScope {

    @Override
    public SqlText of(String column, Dialect dialect) {
      return new SqlText()
          .add(column)
          .add(" > ")
          .bind(after)
          .add(" and ")
          .add(column)
          .add(" <= ")
          .bind(upTo);
    }
  }
}
