package io.postrider.condition;

import java.util.Locale;
import java.util.Optional;

/** How a field is compared. */
public enum Operator {
  EQUALS(Operand.SCALAR),
  NOT_EQUALS(Operand.SCALAR),
  LESS_THAN(Operand.NUMBER),
  AT_MOST(Operand.NUMBER),
  GREATER_THAN(Operand.NUMBER),
  AT_LEAST(Operand.NUMBER),
  CONTAINS(Operand.FILLED_SCALAR),
  NOT_CONTAINS(Operand.FILLED_SCALAR),
  STARTS_WITH(Operand.FILLED_TEXT),
  ENDS_WITH(Operand.FILLED_TEXT),
  EXISTS(Operand.NONE),
  NOT_EXISTS(Operand.NONE),
  BEFORE(Operand.TIME),
  AFTER(Operand.TIME),
  ONE_OF(Operand.SCALARS),
  CONTAINS_ONE_OF(Operand.FILLED_SCALARS);

  /** What an operator compares with. */
  public enum Operand {
    NONE,
    NUMBER,
    /** A text that is a time in a form of ISO 8601. */
    TIME,
    /** A text that is not empty. */
    FILLED_TEXT,
    /** A text, a number, true or false. */
    SCALAR,
    /** The same, but no empty text. */
    FILLED_SCALAR,
    /** Some texts, numbers, trues or falses. */
    SCALARS,
    /** The same, but no empty text. */
    FILLED_SCALARS
  }

  private final Operand operand;

  Operator(Operand operand) {
    this.operand = operand;
  }

  public Operand operand() {
    return operand;
  }

  /** The name on the wire, such as {@code not_equals}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operator of a name on the wire, or empty if there is none. */
  public static Optional<Operator> parse(String wireName) {
    for (Operator operator : values()) {
      if (operator.wireName().equals(wireName)) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }
}
