package io.postrider.server.database;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the parameters of a statement, {@code :name} or {@code ?}, outside of quoted text and
 * comments.
 */
final class ColonParameters {

  private ColonParameters() {}

  /**
   * Parses a statement.
   *
   * @throws IllegalArgumentException if it has parameters of both kinds
   */
  static ParsedSql parse(String sql) {
    StringBuilder text = new StringBuilder(sql.length());
    List<String> names = new ArrayList<>();
    int parameters = 0;
    int copied = 0;
    int at = 0;
    while (at < sql.length()) {
      int end = endOfToken(sql, at);
      char first = sql.charAt(at);
      if (first == '?') {
        parameters++;
      } else if (first == ':' && end - at > 1 && sql.charAt(at + 1) != ':') {
        parameters++;
        names.add(sql.substring(at + 1, end));
        text.append(sql, copied, at).append('?');
        copied = end;
      }
      at = end;
    }
    if (!names.isEmpty() && names.size() < parameters) {
      throw new IllegalArgumentException("Parameters with and without names in: " + sql);
    }
    return new ParsedSql(text.append(sql, copied, at).toString(), parameters, names);
  }

  private static int endOfToken(String sql, int start) {
    char first = sql.charAt(start);
    return switch (first) {
      case '\'', '"' -> after(sql, String.valueOf(first), start + 1);
      case '-' -> sql.startsWith("--", start) ? after(sql, "\n", start) : start + 1;
      case '/' -> sql.startsWith("/*", start) ? after(sql, "*/", start + 2) : start + 1;
      case ':' -> sql.startsWith("::", start) ? start + 2 : endOfName(sql, start + 1);
      default -> start + 1;
    };
  }

  private static int after(String sql, String end, int from) {
    int found = sql.indexOf(end, from);
    return found < 0 ? sql.length() : found + end.length();
  }

  private static int endOfName(String sql, int start) {
    int end = start;
    while (end < sql.length() && isPartOfName(sql.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isPartOfName(char letter) {
    return letter == '_'
        || (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9');
  }
}
