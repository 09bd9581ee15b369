package io.postrider.server.database;

import io.postrider.profile.StoredKey;

/**
 * A stored value that conditions compare: a column with JSON, and the key in it.
 *
 * @param column its name in the statement, such as {@code p.traits}
 */
public record StoredField(String column, String key) {

  /** The time of the value, which is stored beside it if the value is a text that is a time. */
  public StoredField moment() {
    return new StoredField(column, StoredKey.moment(key));
  }
}
