package io.postrider.server.people.sql;

import io.postrider.profile.StoredKey;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * How the value of a computed trait lies in the column {@code computed} of profiles: under the
 * trait's key, and beside it the moment if it is a text that is a time, as with traits that were
 * sent. Pure.
 */
final class ComputedTraitColumn {

  private static final String COLUMN = "computed";

  private ComputedTraitColumn() {}

  /**
   * The column with another value.
   *
   * @param stored the value as JSON
   * @param moment its moment as JSON; null if it has none
   */
  static SqlText with(Dialect dialect, String key, String stored, @Nullable String moment) {
    SqlText value = dialect.with(new SqlText().add(COLUMN), key, stored);
    return moment == null
        ? dialect.without(value, StoredKey.moment(key))
        : dialect.with(value, StoredKey.moment(key), moment);
  }

  /** The column without the value. */
  static SqlText without(Dialect dialect, String key) {
    SqlText value = dialect.without(new SqlText().add(COLUMN), key);
    return dialect.without(value, StoredKey.moment(key));
  }
}
