package io.postrider.condition;

import java.util.List;

/** A value that conditions compare: of a field or an operand. Immutable. */
public sealed interface Value {

  /** Nothing: the field is absent, or null. */
  record Missing() implements Value {}

  /** A string. */
  record Text(String text) implements Value {}

  /** A number. */
  record Numeral(Decimal number) implements Value {}

  /** True or false. */
  record Truth(boolean truth) implements Value {}

  /** A list. */
  record Items(List<Value> items) implements Value {

    public Items {
      items = List.copyOf(items);
    }
  }

  /** An object, which exists and equals nothing. */
  record Nested() implements Value {}

  /** The value of a field that is absent, or null. */
  Value MISSING = new Missing();

  /** The value of a field that is an object. */
  Value NESTED = new Nested();

  /** The value true or false. */
  static Value of(boolean truth) {
    return new Truth(truth);
  }

  /** The value of a text. */
  static Value of(String text) {
    return new Text(text);
  }

  /** The value of a number. */
  static Value of(Decimal number) {
    return new Numeral(number);
  }
}
