package io.postrider.server.store;

import io.postrider.route.LogEnds;
import io.postrider.route.Spans;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How stretches of the log lie in columns. */
final class SpanRows {

  private SpanRows() {}

  static Spans.Span span(ResultSet row) throws SQLException {
    String to = row.getString("to_ends");
    return new Spans.Span(ends(row.getString("from_ends")), to == null ? null : ends(to));
  }

  static String text(LogEnds ends) {
    return ends.offsets().stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  static @Nullable String textOrNull(@Nullable LogEnds ends) {
    return ends == null ? null : text(ends);
  }

  static @Nullable LogEnds endsOrNull(@Nullable String text) {
    return text == null ? null : ends(text);
  }

  static LogEnds ends(String text) {
    return new LogEnds(
        text.isEmpty() ? List.of() : Arrays.stream(text.split(",")).map(Long::valueOf).toList());
  }
}
