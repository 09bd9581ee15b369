package io.postrider.server.database;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The length of time that one row of a statistics table covers. */
public enum TimeStep {
  MINUTE(Duration.ofMinutes(1), Duration.ofDays(2)),
  HOUR(Duration.ofHours(1), Duration.ofDays(90));

  private final Duration length;
  private final Duration retention;

  TimeStep(Duration length, Duration retention) {
    this.length = length;
    this.retention = retention;
  }

  public Duration length() {
    return length;
  }

  /** How long rows of this step are stored. */
  public Duration retention() {
    return retention;
  }

  /** The start of the step that contains a time. */
  public Instant start(Instant time) {
    long millis = length.toMillis();
    return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), millis) * millis);
  }

  /** The step with a wire name, such as {@code minute}. */
  public static Optional<TimeStep> parse(String wireName) {
    for (TimeStep step : values()) {
      if (step.name().toLowerCase(Locale.ROOT).equals(wireName)) {
        return Optional.of(step);
      }
    }
    return Optional.empty();
  }
}
