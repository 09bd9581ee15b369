package io.postrider.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The delay between attempts: exponential, with jitter in its second half. */
final class Backoff {
  static final Duration FIRST = Duration.ofMillis(100);
  static final Duration LONGEST = Duration.ofSeconds(30);

  /** The longest {@code Retry-After} that is honored; a longer one is taken for a mistake. */
  static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(5);

  private static final int ENOUGH_DOUBLINGS = 16;

  private Backoff() {}

  /**
   * The delay before the next attempt.
   *
   * @param failed the number of failed attempts, at least 1
   * @param retryAfter the minimum delay that the service asked for
   * @param random from 0 to 1
   */
  static Duration delay(int failed, Duration retryAfter, double random) {
    Duration full = FIRST.multipliedBy(1L << Math.min(failed - 1, ENOUGH_DOUBLINGS));
    long half = (full.compareTo(LONGEST) > 0 ? LONGEST : full).toNanos() / 2;
    Duration wanted = retryAfter.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : retryAfter;
    return wanted.plusNanos(half + (long) (random * half));
  }

  /** Parses the header {@code Retry-After}: seconds or a date; zero if it is neither. */
  static Duration retryAfter(String header, Instant now) {
    String value = header.trim();
    if (value.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    if (value.matches("[0-9]+")) {
      return MAX_RETRY_AFTER;
    }
    try {
      Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO;
    } catch (DateTimeParseException e) {
      return Duration.ZERO;
    }
  }
}
