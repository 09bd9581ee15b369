package io.postrider.condition;

import io.postrider.id.WireNamed;
import java.util.Optional;

/** An operator of a condition. */
public enum Operator implements WireNamed {
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

  public enum Operand {
    NONE,
    NUMBER,
    /** A time in ISO 8601. */
    TIME,
    /** A non-empty text. */
    FILLED_TEXT,
    /** A text, a number or a boolean. */
    SCALAR,
    /** The same, but no empty text. */
    FILLED_SCALAR,
    /** A list of texts, numbers and booleans. */
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

  public static Optional<Operator> parse(String wireName) {
    return WireNamed.parse(Operator.class, wireName);
  }
}
