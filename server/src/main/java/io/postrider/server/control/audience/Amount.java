package io.postrider.server.control.audience;

import io.postrider.server.config.Units;
import java.time.Duration;
import java.util.Optional;

/** Amounts of time in definitions: whole seconds, within bounds. */
final class Amount {

  private Amount() {}

  /** The amount of a text, or nothing if it is none or out of bounds. */
  static Optional<Duration> parse(String text, Duration shortest, Duration longest) {
    try {
      return Optional.of(Units.duration(text))
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
        .formatted(Units.text(shortest), Units.text(longest));
  }
}
