package io.postrider.server.commands.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads comma-separated values as RFC 4180 describes them. The first record names the fields:
 * {@code userId}, {@code properties.plan}, {@code properties.total:number}. An empty cell is an
 * absent field.
 */
final class CsvReader implements CallReader {

  private static final String INVALID = "invalid_csv";

  private final LineInput lines;
  private final CallForm form;
  private final List<Column> columns = new ArrayList<>();
  private boolean malformed;

  /** How a cell becomes a value. */
  private enum Kind {
    STRING,
    NUMBER,
    BOOLEAN,
    JSON
  }

  private record Column(List<String> path, Kind kind, String name) {}

  /** Reads the header. */
  CsvReader(LineInput lines, CallForm form) throws IOException {
    this.lines = lines;
    this.form = form;
    String header = record();
    if (header == null || header.isBlank() || malformed) {
      throw new StartException("The CSV file has no header, such as: type,userId,event,timestamp.");
    }
    HashSet<String> known = new HashSet<>();
    for (String name : cells(header)) {
      Column column = column(name.strip());
      if (!known.add(String.join(".", column.path()))) {
        throw new StartException("The CSV header names '" + column.name() + "' twice.");
      }
      columns.add(column);
    }
  }

  /** A notice about fields of the header that are none of a call; null if there are none. */
  @Nullable String notice() {
    return UnknownHeaders.notice(columns.stream().map(column -> column.path().getFirst()).toList());
  }

  private static Column column(String header) {
    int colon = header.lastIndexOf(':');
    String name = colon < 0 ? header : header.substring(0, colon);
    Kind kind =
        switch (colon < 0 ? "string" : header.substring(colon + 1)) {
          case "string" -> Kind.STRING;
          case "number" -> Kind.NUMBER;
          case "boolean" -> Kind.BOOLEAN;
          case "json" -> Kind.JSON;
          default ->
              throw new StartException(
                  "The CSV header '%s' has an unknown kind; write string, number, boolean or json."
                      .formatted(header));
        };
    List<String> path = List.of(name.split("\\.", -1));
    if (path.contains("")) {
      throw new StartException(
          "The CSV header '%s' is not a field such as userId or properties.plan."
              .formatted(header));
    }
    return new Column(path, kind, name);
  }

  @Override
  public @Nullable ImportLine next() throws IOException {
    while (true) {
      long number = lines.lines() + 1;
      String record = record();
      if (record == null) {
        return null;
      }
      if (!record.isBlank()) {
        return read(record, number);
      }
    }
  }

  private ImportLine read(String record, long number) {
    if (malformed) {
      return broken(
          number,
          record,
          "A quote is not closed, the record has more than 1 MiB, or is not UTF-8.");
    }
    List<String> cells = cells(record);
    if (cells.size() != columns.size()) {
      return broken(
          number,
          record,
          "The record has %,d cells; the header has %,d.".formatted(cells.size(), columns.size()));
    }
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      Column column = columns.get(i);
      if (cell.isEmpty()) {
        continue;
      }
      JsonNode value = value(cell, column.kind());
      if (value == null || !put(call, column.path(), value)) {
        return broken(
            number,
            record,
            "The cell of '%s' cannot be used as %s."
                .formatted(column.name(), column.kind().name().toLowerCase(Locale.ROOT)));
      }
    }
    return form.complete(call, number, record);
  }

  private static ImportLine broken(long number, String record, String message) {
    return new ImportLine.Broken(number, record, INVALID, message);
  }

  /** Adds a value; false if a part of its path is no object. */
  private static boolean put(ObjectNode call, List<String> path, JsonNode value) {
    ObjectNode inner = call;
    for (String name : path.subList(0, path.size() - 1)) {
      JsonNode next = inner.get(name);
      if (next == null) {
        inner = inner.putObject(name);
      } else if (next instanceof ObjectNode object) {
        inner = object;
      } else {
        return false;
      }
    }
    if (inner.has(path.getLast())) {
      return false;
    }
    inner.set(path.getLast(), value);
    return true;
  }

  private static @Nullable JsonNode value(String cell, Kind kind) {
    if (kind == Kind.STRING) {
      return JsonNodeFactory.instance.textNode(cell);
    }
    try {
      JsonNode value = Json.parseOwn(cell.strip());
      boolean fits =
          switch (kind) {
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case JSON -> true;
            case STRING -> false;
          };
      return fits ? value : null;
    } catch (ApiException notJson) {
      return null;
    }
  }

  /** The lines of one record: a quoted cell may contain line ends. Null at the end. */
  private @Nullable String record() throws IOException {
    StringBuilder record = new StringBuilder();
    boolean open = false;
    malformed = false;
    do {
      byte[] line = lines.next();
      if (line == null) {
        malformed |= open;
        return record.isEmpty() ? null : record.toString();
      }
      String text = LineInput.text(line);
      malformed |= text == null || lines.isCut();
      String shown = text == null ? new String(line, StandardCharsets.UTF_8) : text;
      record.append(record.isEmpty() ? "" : "\n").append(shown);
      open ^= shown.chars().filter(c -> c == '"').count() % 2 == 1;
    } while (open && record.length() < LineInput.MAX_BYTES);
    malformed |= open;
    boolean marked = record.length() > 0 && record.charAt(0) == '\ufeff';
    return record.substring(marked ? 1 : 0);
  }

  private static List<String> cells(String record) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < record.length(); i++) {
      char c = record.charAt(i);
      if (c == '"' && quoted && i + 1 < record.length() && record.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
