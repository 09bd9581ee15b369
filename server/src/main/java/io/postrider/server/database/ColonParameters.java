package io.postrider.server.database;

import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Finds the parameters of a statement, {@code :name} and {@code ?}, outside of quoted text and
 * comments. JDBI's own parser does the same with a generated lexer, which occupies the JIT compiler
 * for a good part of a start.
 */
final class ColonParameters implements SqlParser {

  @Override
  public ParsedSql parse(String sql, StatementContext context) {
    return parse(sql);
  }

  @Override
  public String nameParameter(String rawName, StatementContext context) {
    return ":" + rawName;
  }

  static ParsedSql parse(String sql) {
    ParsedSql.Builder parsed = ParsedSql.builder();
    int copied = 0;
    int at = 0;
    while (at < sql.length()) {
      int end = endOfToken(sql, at);
      char first = sql.charAt(at);
      if (first == '?') {
        parsed.append(sql.substring(copied, at)).appendPositionalParameter();
        copied = end;
      } else if (first == ':' && end - at > 1 && sql.charAt(at + 1) != ':') {
        parsed.append(sql.substring(copied, at)).appendNamedParameter(sql.substring(at + 1, end));
        copied = end;
      }
      at = end;
    }
    return parsed.append(sql.substring(copied)).build();
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
