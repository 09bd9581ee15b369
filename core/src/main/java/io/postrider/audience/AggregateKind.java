package io.postrider.audience;

import io.postrider.id.WireNamed;
import java.util.Optional;

/** The aggregate function of a computed trait. */
public enum AggregateKind implements WireNamed {
  EVENT_COUNT,
  SUM,
  AVERAGE,
  MIN,
  MAX,
  MOST_FREQUENT,
  /** The value of the earliest event that has one. */
  FIRST,
  /** The value of the latest event that has one. */
  LAST,
  UNIQUE_LIST,
  UNIQUE_COUNT;

  /** Whether it needs a property; if not, a definition must not name one. */
  public boolean ofProperty() {
    return this != EVENT_COUNT;
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
