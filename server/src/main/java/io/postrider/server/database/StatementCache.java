package io.postrider.server.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements that one connection keeps prepared, by their text: SQLite would parse and plan
 * them again each time, which takes milliseconds for the conditions of many audiences.
 *
 * <p>Belongs to the thread that uses the connection. A statement in use is not in the cache, so the
 * same text may be used within its own rows. When the texts get too long together, the longest
 * unused statements are closed. Kept statements are closed with the connection.
 */
final class StatementCache {

  private final Connection connection;
  private final int limit;
  private final LinkedHashMap<String, PreparedStatement> unused = new LinkedHashMap<>();
  private int characters;

  /**
   * @param limit the most characters of all kept texts together, of which SQLite takes about 20
   *     bytes each; 0 for a driver that keeps statements itself
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
    T result;
    try {
      result = use.apply(statement);
      statement.clearParameters();
    } catch (SQLException | RuntimeException | Error failure) {
      closeAfter(failure, statement);
      throw failure;
    }
    keep(text, statement);
    return result;
  }

  private static void closeAfter(Throwable failure, PreparedStatement statement) {
    try {
      statement.close();
    } catch (SQLException another) {
      failure.addSuppressed(another);
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
    while (characters > limit) {
      Map.Entry<String, PreparedStatement> eldest = unused.pollFirstEntry();
      characters -= eldest.getKey().length();
      eldest.getValue().close();
    }
  }

  /** How many statements are kept. */
  int size() {
    return unused.size();
  }
}
