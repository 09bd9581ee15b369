package io.postrider.condition;

import java.util.List;

/** A value that conditions compare: of a field or an operand. Immutable. */
public sealed interface Value {

  /** A missing value: the field is absent or null. */
  record Missing() implements Value {}

  /** A string. */
  record Text(String text) implements Value {}

  /** A number. */
  record Numeral(Decimal number) implements Value {}

  /** A boolean. */
  record Truth(boolean truth) implements Value {}

  /** A list. */
  record Items(List<Value> items) implements Value {

    public Items {
      items = List.copyOf(items);
    }
  }

  /** An object; it exists and equals no operand. */
  record Nested() implements Value {}

  /** The missing value. */
  Value MISSING = new Missing();

  /** The object value. */
  Value NESTED = new Nested();

  /** A boolean value. */
  static Value of(boolean truth) {
    return new Truth(truth);
  }

  /** A string value. */
  static Value of(String text) {
    return new Text(text);
  }

  /** A number value. */
  static Value of(Decimal number) {
    return new Numeral(number);
  }
}
