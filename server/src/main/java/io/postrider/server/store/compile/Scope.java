package io.postrider.server.store.compile;

import java.util.Collection;
import java.util.List;

/** Which profiles a statement is about. Immutable. */
public sealed interface Scope {

  /** These profiles. */
  static Scope of(Collection<Long> profiles) {
    return new Some(List.copyOf(profiles));
  }

  /** All profiles whose numbers lie behind one and not beyond another. */
  static Scope between(long after, long upTo) {
    return new Range(after, upTo);
  }

  /** Whether a column's number is one of theirs. */
  SqlText of(String column, Dialect dialect);

  /** Some, one by one. */
  record Some(List<Long> profiles) implements Scope {

    @Override
    public SqlText of(String column, Dialect dialect) {
      return dialect.among(column, profiles);
    }
  }

  /** A stretch. */
  record Range(long after, long upTo) implements Scope {

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
