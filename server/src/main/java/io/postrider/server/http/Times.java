package io.postrider.server.http;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads times that people and programs send: RFC 3339, with any offset and any fraction. */
public final class Times {

  /** What is said of a time that is none. */
  public static final String EXPECTED = "a time such as 2026-03-01T12:00:00Z";

  private Times() {}

  /** The time of a text, or nothing if the text is not one. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException notTime) {
      return Optional.empty();
    }
  }
}
