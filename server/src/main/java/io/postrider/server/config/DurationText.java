package io.postrider.server.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes durations such as {@code 500ms}, {@code 5s}, {@code 4h}, {@code 7d}. */
public final class DurationText {

  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");

  private DurationText() {}

  /** Parses a duration; also accepts ISO 8601 ({@code PT4H}). */
  public static Duration duration(String text) {
    Matcher amount = AMOUNT.matcher(text);
    if (amount.matches()) {
      try {
        return Duration.of(Long.parseLong(amount.group(1)), unit(amount.group(2)));
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException("'" + text + "' is too long", e);
      }
    }
    try {
      Duration duration = Duration.parse(text);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a duration such as 500ms, 5s, 10m, 4h or 7d");
  }

  /** The shortest form of a duration, such as {@code 90m}. */
  public static String text(Duration duration) {
    long millis = duration.toMillis();
    for (String unit : new String[] {"d", "h", "m", "s"}) {
      long length = unit(unit).getDuration().toMillis();
      if (millis % length == 0 && millis > 0) {
        return millis / length + unit;
      }
    }
    return millis + "ms";
  }

  private static ChronoUnit unit(String name) {
    return switch (name) {
      case "ms" -> ChronoUnit.MILLIS;
      case "s" -> ChronoUnit.SECONDS;
      case "m" -> ChronoUnit.MINUTES;
      case "h" -> ChronoUnit.HOURS;
      case "d" -> ChronoUnit.DAYS;
      default -> throw new IllegalArgumentException("'" + name + "' is not a unit of time");
    };
  }
}
