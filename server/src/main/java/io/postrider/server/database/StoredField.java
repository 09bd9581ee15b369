package io.postrider.server.database;

import io.postrider.profile.StoredKey;

/**
 * A stored value that conditions ask for: a column that holds JSON, and the key in it.
 *
 * @param column as it is named in the statement, such as {@code p.traits}
 */
public record StoredField(String column, String key) {

  /** The moment of the value, which is there if it is a text that is a time. */
  public StoredField moment() {
    return new StoredField(column, StoredKey.moment(key));
  }
}
