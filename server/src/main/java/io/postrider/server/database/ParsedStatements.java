package io.postrider.server.database;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statements that were parsed, by their text: a cache, emptied when it is full. May be called
 * from any thread.
 */
final class ParsedStatements {

  /** More than the program has, unless it makes texts without end. */
  static final int MAX_KNOWN = 1_000;

  private final Map<String, ParsedSql> known = new ConcurrentHashMap<>();

  ParsedSql parse(String sql) {
    ParsedSql found = known.get(sql);
    if (found == null) {
      found = ColonParameters.parse(sql);
      if (known.size() >= MAX_KNOWN) {
        known.clear();
      }
      known.put(sql, found);
    }
    return found;
  }

  int size() {
    return known.size();
  }
}
