package io.postrider.server.catalog.definition;

import io.postrider.server.config.DurationText;
import java.time.Duration;
import java.util.Optional;

/** Amounts of time in definitions: whole seconds, within bounds. */
final class WindowText {

  private WindowText() {}

  /** The amount of a text, or nothing if it is none or out of bounds. */
  static Optional<Duration> parse(String text, Duration shortest, Duration longest) {
    try {
      return Optional.of(DurationText.duration(text))
          .filter(time -> time.compareTo(shortest) >= 0)
          .filter(time -> time.compareTo(longest) <= 0)
          .filter(time -> time.toNanosPart() == 0);
    } catch (IllegalArgumentException notTime) {
      return Optional.empty();
    }
  }

  /** What is said of an amount that is none. */
  static String expected(Duration shortest, Duration longest) {
    return "an amount of time such as 1h or 30d, from %s to %s"
        .formatted(DurationText.text(shortest), DurationText.text(longest));
  }
}
