package io.postrider.audience;

import java.util.Locale;
import java.util.Optional;

/** The aggregate function of a computed trait. */
public enum AggregateKind {
  /** How many there were. */
  EVENT_COUNT(false),
  /** The sum of the numbers in a property. */
  SUM(true),
  /** Their mean. */
  AVERAGE(true),
  /** The lowest of them. */
  MIN(true),
  /** The highest of them. */
  MAX(true),
  /** The value of a property that was met most often. */
  MOST_FREQUENT(true),
  /** The value of the earliest event that has one. */
  FIRST(true),
  /** The value of the latest event that has one. */
  LAST(true),
  /** The values that were met, each once. */
  UNIQUE_LIST(true),
  /** How many different values were met. */
  UNIQUE_COUNT(true);

  private final boolean ofProperty;

  AggregateKind(boolean ofProperty) {
    this.ofProperty = ofProperty;
  }

  /** Whether it is made of a property; if not, none may be named. */
  public boolean ofProperty() {
    return ofProperty;
  }

  /** Whether it is made of numbers alone; values of any other kind do not count. */
  public boolean isNumeric() {
    return switch (this) {
      case SUM, AVERAGE, MIN, MAX -> true;
      case EVENT_COUNT, MOST_FREQUENT, FIRST, LAST, UNIQUE_LIST, UNIQUE_COUNT -> false;
    };
  }

  /** The name on the wire, such as {@code most_frequent}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of a name on the wire, or empty if there is none. */
  public static Optional<AggregateKind> parse(String wireName) {
    for (AggregateKind kind : values()) {
      if (kind.wireName().equals(wireName)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
