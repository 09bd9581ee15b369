package io.postrider.server.people.compiler;

import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import java.util.Collection;
import java.util.List;

/** The profiles that a statement applies to. Immutable. */
public sealed interface ProfileScope {

  static ProfileScope of(Collection<Long> profiles) {
    return new Some(List.copyOf(profiles));
  }

  /** The profiles with numbers above one and up to another. */
  static ProfileScope between(long after, long upTo) {
    return new Range(after, upTo);
  }

  /** The condition that a column holds the number of such a profile. */
  SqlText of(String column, Dialect dialect);

  record Some(List<Long> profiles) implements ProfileScope {

    @Override
    public SqlText of(String column, Dialect dialect) {
      return dialect.among(column, profiles);
    }
  }

  record Range(long after, long upTo) implements ProfileScope {

    @Override
    public SqlText of(String column, Dialect dialect) {
      return SqlText.of(column + " > ? and " + column + " <= ?", after, upTo);
    }
  }
}
