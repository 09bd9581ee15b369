package io.postrider.server.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements that one connection keeps prepared, by their text: SQLite would parse and plan
 * them again each time, which takes milliseconds for the conditions of many audiences.
 *
 * <p>Belongs to the thread that uses the connection. A statement in use is not in the cache, so the
 * same text may be used within its own rows. The longest unused ones are closed when their texts
 * get too long together. They end with the connection.
 */
final class StatementCache {

  /** The most characters of all texts together; a longer text is never kept. */
  static final int MAX_CHARACTERS = 1 << 20;

  private final Connection connection;
  private final int limit;
  private final Map<String, PreparedStatement> unused = new LinkedHashMap<>();
  private int characters;

  /**
   * @param limit the most characters that are kept; 0 for a driver that keeps statements itself
   */
  StatementCache(Connection connection, int limit) {
    this.connection = connection;
    this.limit = limit;
  }

  /** Work with a prepared statement; its result must not refer to the statement. */
  @FunctionalInterface
  interface Use<T extends @Nullable Object> {
    T apply(PreparedStatement statement) throws SQLException;
  }

  /** Prepares a statement, unless it is prepared already; one that failed is not kept. */
  <T extends @Nullable Object> T use(String text, Use<T> use) throws SQLException {
    PreparedStatement statement = taken(text);
    boolean succeeded = false;
    try {
      T result = use.apply(statement);
      statement.clearParameters();
      succeeded = true;
      return result;
    } finally {
      if (succeeded) {
        keep(text, statement);
      } else {
        statement.close();
      }
    }
  }

  private PreparedStatement taken(String text) throws SQLException {
    PreparedStatement known = unused.remove(text);
    if (known == null) {
      return connection.prepareStatement(text);
    }
    characters -= text.length();
    return known;
  }

  private void keep(String text, PreparedStatement statement) throws SQLException {
    if (text.length() > limit || unused.containsKey(text)) {
      statement.close();
      return;
    }
    unused.put(text, statement);
    characters += text.length();
    List<String> eldest = new ArrayList<>(unused.keySet());
    for (int i = 0; characters > limit; i++) {
      taken(eldest.get(i)).close();
    }
  }

  /** How many statements are kept. */
  int size() {
    return unused.size();
  }
}
