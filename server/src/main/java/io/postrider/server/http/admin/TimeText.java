package io.postrider.server.http.admin;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Parses RFC 3339 times: four-digit years, any offset, any fraction. */
public final class TimeText {

  /** What a field with a time must be, for messages. */
  public static final String EXPECTED = "a time such as 2026-03-01T12:00:00Z";

  private static final int LAST_YEAR = 9999;

  private TimeText() {}

  /** The time; empty if the text is not one. */
  public static Optional<Instant> parse(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text);
      return time.getYear() >= 0 && time.getYear() <= LAST_YEAR
          ? Optional.of(time.toInstant())
          : Optional.empty();
    } catch (DateTimeParseException notTime) {
      return Optional.empty();
    }
  }
}
