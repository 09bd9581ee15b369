package io.postrider.server.usage.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.http.admin.StreamBody;
import io.postrider.server.usage.api.DailyCalls.Place;
import io.postrider.server.usage.api.DailyCalls.Row;
import java.util.List;
import java.util.function.Function;

/**
 * Usage as CSV, page by page: however much there is, no more than a page of it is in memory. No
 * value holds a comma, a quote or a line end.
 */
final class UsageCsv implements StreamBody {

  private static final String HEAD = "day,sourceId,type,calls,filtered,counted\r\n";

  private final List<Row> first;
  private final Function<Place, List<Row>> following;
  private final Function<Row, UsageResource.View> views;

  UsageCsv(
      List<Row> first,
      Function<Place, List<Row>> following,
      Function<Row, UsageResource.View> views) {
    this.first = first;
    this.following = following;
    this.views = views;
  }

  @Override
  public void write(Outlet out) {
    out.write(HEAD.getBytes(UTF_8));
    List<Row> rows = first;
    while (!rows.isEmpty()) {
      StringBuilder lines = new StringBuilder();
      rows.forEach(row -> line(views.apply(row), lines));
      out.write(lines.toString().getBytes(UTF_8));
      rows = following.apply(rows.getLast().place());
    }
  }

  private static void line(UsageResource.View view, StringBuilder lines) {
    lines
        .append(view.day())
        .append(',')
        .append(view.sourceId())
        .append(',')
        .append(view.type())
        .append(',')
        .append(view.calls())
        .append(',')
        .append(view.filtered())
        .append(',')
        .append(view.counted())
        .append("\r\n");
  }

  @Override
  public void close() {
    // holds nothing
  }
}
