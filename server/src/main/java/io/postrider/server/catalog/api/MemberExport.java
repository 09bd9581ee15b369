package io.postrider.server.catalog.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.WireNamed;
import io.postrider.server.catalog.definition.ComputationResults.Member;
import io.postrider.server.http.admin.CsvText;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.StreamBody;
import io.postrider.server.http.admin.StreamedResponse;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** All members of a computation as a file, with one page in memory. */
final class MemberExport implements StreamBody {

  /** The members of one page. */
  static final int PAGE = 1_000;

  enum Format implements WireNamed {
    JSON,
    CSV,
    NDJSON
  }

  private final Format format;
  private final Page<Member> first;
  private final Function<String, Page<Member>> next;
  private final UnaryOperator<Member> redaction;

  /**
   * @param first the first page, read before the response starts: a failure is still a problem
   * @param next reads the page at a cursor
   */
  MemberExport(
      Format format,
      Page<Member> first,
      Function<String, Page<Member>> next,
      UnaryOperator<Member> redaction) {
    this.format = format;
    this.first = first;
    this.next = next;
    this.redaction = redaction;
  }

  /**
   * The response.
   *
   * @param key names the file
   */
  StreamedResponse response(String key) {
    boolean csv = format == Format.CSV;
    String name = key.replaceAll("[^A-Za-z0-9_-]", "_") + (csv ? ".csv" : ".ndjson");
    return new StreamedResponse(
        Map.of(
            "Content-Type",
            csv ? "text/csv" : "application/x-ndjson",
            "Content-Disposition",
            "attachment; filename=\"" + name + "\""),
        this);
  }

  @Override
  public void write(Outlet out) {
    if (format == Format.CSV) {
      out.write(CsvText.line("userId", "value", "since").getBytes(UTF_8));
    }
    Page<Member> page = first;
    while (true) {
      StringBuilder lines = new StringBuilder();
      page.data().forEach(member -> lines.append(line(redaction.apply(member))));
      if (!lines.isEmpty()) {
        out.write(lines.toString().getBytes(UTF_8));
      }
      String cursor = page.next();
      if (cursor == null) {
        return;
      }
      page = next.apply(cursor);
    }
  }

  private String line(Member member) {
    if (format == Format.NDJSON) {
      return Json.text((Object) member) + "\n";
    }
    String value = member.value();
    return CsvText.line(member.userId(), value == null ? "true" : value, member.since().toString());
  }

  @Override
  public void close() {}
}
