package io.postrider.server.config;

import java.time.Duration;
import java.util.function.Supplier;

/** Checks the bounds of settings. */
final class Bounds {

  private Bounds() {}

  static void that(boolean holds, String problem) {
    if (!holds) {
      throw new ConfigException("The setting " + problem + ".");
    }
  }

  /** The same for a formatted text: a start waits for the first use of a formatter. */
  static void that(boolean holds, Supplier<String> problem) {
    if (!holds) {
      that(false, problem.get());
    }
  }

  static void between(long min, long value, long max, String key) {
    that(
        value >= min && value <= max,
        "'" + key + "' is " + value + "; it must be between " + min + " and " + max);
  }

  static void between(Duration min, Duration value, Duration max, String key) {
    that(
        value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
        () ->
            "'%s' is %s; it must be between %s and %s"
                .formatted(
                    key, DurationText.text(value), DurationText.text(min), DurationText.text(max)));
  }

  static void positive(Duration value, String key) {
    that(!value.isZero(), "'" + key + "' is zero; it must be longer");
  }
}
