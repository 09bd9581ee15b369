package io.postrider.audience;

import java.util.Locale;
import java.util.Optional;

/** The aggregate function of a computed trait. */
public enum AggregateKind {
  /** The number of events. */
  EVENT_COUNT(false),
  /** The sum of the numbers in a property. */
  SUM(true),
  /** The mean of the numbers. */
  AVERAGE(true),
  /** The lowest number. */
  MIN(true),
  /** The highest number. */
  MAX(true),
  /** The most frequent value of a property. */
  MOST_FREQUENT(true),
  /** The value of the earliest event that has one. */
  FIRST(true),
  /** The value of the latest event that has one. */
  LAST(true),
  /** The distinct values. */
  UNIQUE_LIST(true),
  /** The number of distinct values. */
  UNIQUE_COUNT(true);

  private final boolean ofProperty;

  AggregateKind(boolean ofProperty) {
    this.ofProperty = ofProperty;
  }

  /** Whether it needs a property; if not, a definition must not name one. */
  public boolean ofProperty() {
    return ofProperty;
  }

  /** Whether it uses only numbers and ignores all other values. */
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

  /** The kind with a name on the wire; empty if unknown. */
  public static Optional<AggregateKind> parse(String wireName) {
    for (AggregateKind kind : values()) {
      if (kind.wireName().equals(wireName)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
