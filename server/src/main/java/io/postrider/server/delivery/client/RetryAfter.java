package io.postrider.server.delivery.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the Retry-After header: seconds, or a date in one of HTTP's three formats. */
final class RetryAfter {

  /** The longest delay that a header can request. */
  static final Duration MAX_DELAY = Duration.ofDays(1);

  private static final int MAX_TEXT_LENGTH = 64;

  private static final DateTimeFormatter RFC_850 =
      new DateTimeFormatterBuilder()
          .appendPattern("EEEE, dd-MMM-")
          .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
          .appendPattern(" HH:mm:ss 'GMT'")
          .toFormatter(Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME,
          RFC_850,
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
              .withZone(ZoneOffset.UTC));

  private RetryAfter() {}

  /** Parses the header value; empty if it is invalid. */
  static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (text.isEmpty() || text.length() > MAX_TEXT_LENGTH) {
      return Optional.empty();
    }
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      // ten digits exceed any bound
      long seconds = text.length() > 10 ? Long.MAX_VALUE : Long.parseLong(text);
      return Optional.of(bounded(Duration.ofSeconds(seconds)));
    }
    for (DateTimeFormatter form : DATES) {
      try {
        Instant until = ZonedDateTime.parse(text, form).toInstant();
        return Optional.of(bounded(Duration.between(now, until)));
      } catch (DateTimeParseException e) {
        // try the next format
      }
    }
    return Optional.empty();
  }

  private static Duration bounded(Duration asked) {
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : asked;
  }
}
