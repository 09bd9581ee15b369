package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.WireNamed;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All items of a list as a file, with one page in memory.
 *
 * @param <T> an item, as the list shows it
 * @param <P> a position in the list
 */
public final class ListExport<T, P> implements StreamBody {

  /** The items of one page. */
  public static final int PAGE = 1_000;

  /** The form of a list in a response. */
  public enum Format implements WireNamed {
    JSON,
    CSV,
    NDJSON
  }

  /**
   * Some items.
   *
   * @param next where the next part starts; null at the end
   */
  public record Part<T, P>(List<T> items, @Nullable P next) {

    public Part {
      items = List.copyOf(items);
    }
  }

  /** The columns of the CSV form: their names, and the fields of an item. */
  public record Columns<T>(List<String> names, Function<T, List<String>> fields) {

    public Columns {
      names = List.copyOf(names);
    }
  }

  private final Format format;
  private final Columns<T> columns;
  private final Part<T, P> first;
  private final Function<P, Part<T, P>> next;
  private volatile boolean closed;

  /**
   * @param first the first part, read before the response starts: a failure is still a problem
   * @param next reads the part at a position
   */
  public ListExport(
      Format format, Columns<T> columns, Part<T, P> first, Function<P, Part<T, P>> next) {
    this.format = format;
    this.columns = columns;
    this.first = first;
    this.next = next;
  }

  /** The format that a query asks for; JSON, a page at a time, by default. */
  public static Format format(Query query) {
    Format format =
        query.parameter(
            "format", text -> WireNamed.parse(Format.class, text), "must be json, csv or ndjson");
    return format == null ? Format.JSON : format;
  }

  /**
   * The response.
   *
   * @param name names the file
   */
  public StreamedResponse response(String name) {
    boolean csv = format == Format.CSV;
    String file = name.replaceAll("[^A-Za-z0-9_-]", "_") + (csv ? ".csv" : ".ndjson");
    return new StreamedResponse(
        Map.of(
            "Content-Type",
            csv ? "text/csv" : "application/x-ndjson",
            "Content-Disposition",
            "attachment; filename=\"" + file + "\""),
        this);
  }

  @Override
  public void write(Outlet out) {
    if (format == Format.CSV) {
      out.write(line(columns.names()).getBytes(UTF_8));
    }
    Part<T, P> part = first;
    while (true) {
      if (closed) {
        throw new StreamEndedException();
      }
      StringBuilder lines = new StringBuilder();
      part.items().forEach(item -> lines.append(line(item)));
      if (!lines.isEmpty()) {
        out.write(lines.toString().getBytes(UTF_8));
      }
      P position = part.next();
      if (position == null) {
        return;
      }
      part = next.apply(position);
    }
  }

  private String line(T item) {
    return format == Format.CSV
        ? line(columns.fields().apply(item))
        : Json.text((Object) item) + "\n";
  }

  private static String line(List<String> fields) {
    return CsvText.line(fields.toArray(String[]::new));
  }

  /** Cuts the response after the part that is being read. */
  @Override
  public void close() {
    closed = true;
  }
}
