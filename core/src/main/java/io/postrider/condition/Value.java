package io.postrider.condition;

import java.util.List;

/** A value that conditions compare: of a field or an operand. Immutable. */
public sealed interface Value {

  /** The field is absent or null. */
  record Missing() implements Value {}

  record Text(String text) implements Value {}

  record Numeric(Decimal number) implements Value {}

  record Bool(boolean value) implements Value {}

  record Items(List<Value> items) implements Value {

    public Items {
      items = List.copyOf(items);
    }
  }

  /** An object; it exists and equals no operand. */
  record Nested() implements Value {}

  Value MISSING = new Missing();

  Value NESTED = new Nested();

  static Value of(boolean value) {
    return new Bool(value);
  }

  static Value of(String text) {
    return new Text(text);
  }

  static Value of(Decimal number) {
    return new Numeric(number);
  }
}
