package io.postrider.server.catalog;

import io.postrider.server.config.DurationText;
import java.time.Duration;
import java.util.Optional;

/** Durations in fields: whole seconds, within bounds. Pure. */
public final class DurationField {

  private DurationField() {}

  /** The duration of a text; empty if it is malformed or out of bounds. */
  public static Optional<Duration> parse(String text, Duration shortest, Duration longest) {
    try {
      return Optional.of(DurationText.duration(text))
          .filter(time -> time.compareTo(shortest) >= 0)
          .filter(time -> time.compareTo(longest) <= 0)
          .filter(time -> time.toNanosPart() == 0);
    } catch (IllegalArgumentException notTime) {
      return Optional.empty();
    }
  }

  /** The wording for what a field must be. */
  public static String expected(Duration shortest, Duration longest) {
    return "a duration such as 1h or 30d, from %s to %s"
        .formatted(DurationText.text(shortest), DurationText.text(longest));
  }
}
