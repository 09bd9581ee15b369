package io.postrider.server.database;

import io.postrider.route.ActiveRanges;
import io.postrider.route.LogEndOffsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ranges of log offsets as columns. */
public final class ActiveRangeRows {

  private ActiveRangeRows() {}

  public static ActiveRanges.Range span(ResultSet row) throws SQLException {
    String to = row.getString("to_ends");
    return new ActiveRanges.Range(ends(row.getString("from_ends")), to == null ? null : ends(to));
  }

  public static String text(LogEndOffsets ends) {
    return ends.offsets().stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  public static @Nullable String textOrNull(@Nullable LogEndOffsets ends) {
    return ends == null ? null : text(ends);
  }

  public static @Nullable LogEndOffsets endsOrNull(@Nullable String text) {
    return text == null ? null : ends(text);
  }

  public static LogEndOffsets ends(String text) {
    return new LogEndOffsets(
        text.isEmpty() ? List.of() : Arrays.stream(text.split(",")).map(Long::valueOf).toList());
  }
}
