package io.postrider.server.control;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Times as the admin API writes them: RFC 3339 in UTC, with milliseconds. */
final class Times {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Times() {}

  static String write(Instant time) {
    return FORMAT.format(time);
  }

  static @Nullable String writeOrNull(@Nullable Instant time) {
    return time == null ? null : write(time);
  }
}
