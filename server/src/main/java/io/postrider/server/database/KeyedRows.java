package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** Reads rows by many keys, a bounded number of them with each query, by plain JDBC. */
public final class KeyedRows {

  private static final int KEYS_AT_ONCE = 200;
  private static final String MARKS = "?" + ", ?".repeat(KEYS_AT_ONCE - 1);

  /** Binds a key. */
  @FunctionalInterface
  public interface Setter<K> {
    void set(PreparedStatement statement, int at, K key) throws SQLException;
  }

  /** Reads one row. */
  @FunctionalInterface
  public interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  /** Binds a 64-bit key. */
  public static final Setter<Long> NUMBERS = PreparedStatement::setLong;

  private KeyedRows() {}

  /**
   * Reads the rows of some keys.
   *
   * @param query has {@code %s} where the keys go, in the brackets of an {@code in}
   */
  public static <K> void find(
      Handle handle, String query, Collection<K> keys, Setter<K> setter, Reader reader) {
    if (keys.isEmpty()) {
      return;
    }
    List<K> all = List.copyOf(keys);
    try (PreparedStatement statement =
        handle.connection().prepareStatement(query.formatted(MARKS))) {
      for (int from = 0; from < all.size(); from += KEYS_AT_ONCE) {
        for (int i = 0; i < KEYS_AT_ONCE; i++) {
          // the last key fills the missing ones, so that one statement serves every batch
          setter.set(statement, i + 1, all.get(Math.min(from + i, all.size() - 1)));
        }
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            reader.read(rows);
          }
        }
      }
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }
}
