package io.postrider.audience;

import io.postrider.id.WireNamed;
import java.util.Optional;

/** The aggregate function of a computed trait. */
public enum AggregateKind implements WireNamed {
  EVENT_COUNT(false),
  SUM(true),
  AVERAGE(true),
  MIN(true),
  MAX(true),
  MOST_FREQUENT(true),
  /** The value of the earliest event that has one. */
  FIRST(true),
  /** The value of the latest event that has one. */
  LAST(true),
  UNIQUE_LIST(true),
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

  public static Optional<AggregateKind> parse(String wireName) {
    return WireNamed.parse(AggregateKind.class, wireName);
  }
}
