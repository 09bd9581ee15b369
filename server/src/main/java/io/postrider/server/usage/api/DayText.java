package io.postrider.server.usage.api;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads days that people and programs send. */
final class DayText {

  static final String EXPECTED = "must be a day such as 2026-03-01";

  private DayText() {}

  static Optional<LocalDate> parse(String text) {
    try {
      return text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
          ? Optional.of(LocalDate.parse(text))
          : Optional.empty();
    } catch (DateTimeParseException noSuchDay) {
      return Optional.empty();
    }
  }
}
