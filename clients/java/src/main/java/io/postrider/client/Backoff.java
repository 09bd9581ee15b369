package io.postrider.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/**
 * How long to wait between attempts. Twice as long each time spares a service in trouble; the
 * random half keeps many clients from coming back in step.
 */
final class Backoff {
  static final Duration FIRST = Duration.ofMillis(100);
  static final Duration LONGEST = Duration.ofSeconds(30);

  /** What a service may ask for; beyond, it is taken for a mistake. */
  static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private static final int ENOUGH_DOUBLINGS = 16;

  private Backoff() {}

  /**
   * The time to wait.
   *
   * @param failed how many attempts have failed, at least 1
   * @param retryAfter what the service asked for: it is never asked sooner
   * @param random from 0 to 1
   */
  static Duration delay(int failed, Duration retryAfter, double random) {
    Duration full = FIRST.multipliedBy(1L << Math.min(failed - 1, ENOUGH_DOUBLINGS));
    long half = (full.compareTo(LONGEST) > 0 ? LONGEST : full).toNanos() / 2;
    Duration wanted =
        retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : retryAfter;
    return wanted.plusNanos(half + (long) (random * half));
  }

  /** Reads the header {@code Retry-After}: seconds or a date; zero where it is neither. */
  static Duration retryAfter(String header, Instant now) {
    String value = header.trim();
    if (value.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    if (value.matches("[0-9]+")) {
      return LONGEST_RETRY_AFTER;
    }
    try {
      Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO;
    } catch (DateTimeParseException e) {
      return Duration.ZERO;
    }
  }
}
