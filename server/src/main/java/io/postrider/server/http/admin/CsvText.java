package io.postrider.server.http.admin;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes fields of CSV by RFC 4180. Pure.
 *
 * <p>A field that a spreadsheet would take for a formula gets an apostrophe in front: opening an
 * export must not run what a client sent.
 */
public final class CsvText {

  private static final String FORMULA_STARTS = "=+-@\t\r";

  private CsvText() {}

  /** One record, with its line end. */
  public static String line(String... fields) {
    return Stream.of(fields).map(CsvText::field).collect(Collectors.joining(",", "", "\r\n"));
  }

  /** One field, with quotes where it needs them. */
  public static String field(String text) {
    boolean isFormula = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
    String safe = isFormula ? "'" + text : text;
    return safe.chars().anyMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n')
        ? '"' + safe.replace("\"", "\"\"") + '"'
        : safe;
  }
}
