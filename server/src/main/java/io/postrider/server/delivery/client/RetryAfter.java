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

/** How long a receiver asks to be left alone: seconds, or a date in one of HTTP's three forms. */
final class RetryAfter {

  /** Nobody is left alone for longer than this on the word of a header. */
  static final Duration LONGEST = Duration.ofDays(1);

  private static final int LONGEST_TEXT = 64;

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

  /** Reads the header's value; empty if it says nothing that can be understood. */
  static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (text.isEmpty() || text.length() > LONGEST_TEXT) {
      return Optional.empty();
    }
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      // ten digits are more than any bound; longer numbers need not be read
      long seconds = text.length() > 10 ? Long.MAX_VALUE : Long.parseLong(text);
      return Optional.of(bounded(Duration.ofSeconds(seconds)));
    }
    for (DateTimeFormatter form : DATES) {
      try {
        Instant until = ZonedDateTime.parse(text, form).toInstant();
        return Optional.of(bounded(Duration.between(now, until)));
      } catch (DateTimeParseException e) {
        // perhaps the next form
      }
    }
    return Optional.empty();
  }

  private static Duration bounded(Duration asked) {
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
