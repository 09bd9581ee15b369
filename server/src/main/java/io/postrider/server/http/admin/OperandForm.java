package io.postrider.server.http.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator.Operand;
import io.postrider.condition.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the operand of an operator. */
final class OperandForm {

  private static final String FIELD = "value";
  private static final String NUMBER =
      "must be a number of at most %d characters".formatted(Comparison.MAX_NUMBER_LENGTH);
  private static final String TIME =
      "must be a string with an ISO 8601 time such as 2026-01-31T12:00:00Z";
  private static final String TEXT =
      "must be a string of 1 to %,d characters".formatted(Comparison.MAX_TEXT_LENGTH);
  private static final String SCALAR =
      "must be true, false, a number of at most %d or a string of at most %,d characters"
          .formatted(Comparison.MAX_NUMBER_LENGTH, Comparison.MAX_TEXT_LENGTH);
  private static final String FILLED = SCALAR + ", and not empty";

  private OperandForm() {}

  /** The operands in the field {@code value}; null if they are invalid. */
  static @Nullable List<Value> read(Fields fields, Operand operand) {
    if (operand == Operand.NONE) {
      fields.refuse("must be absent: this operator has no operand", FIELD);
      return List.of();
    }
    JsonNode node = fields.require(FIELD).node(FIELD);
    if (node == null) {
      return null;
    }
    return switch (operand) {
      case NONE -> List.of();
      case NUMBER -> one(fields, node, Value.Numeric.class::isInstance, NUMBER);
      case TIME -> one(fields, node, OperandForm::isTime, TIME);
      case FILLED_TEXT -> one(fields, node, OperandForm::isFilledText, TEXT);
      case SCALAR -> one(fields, node, value -> true, SCALAR);
      case FILLED_SCALAR -> one(fields, node, OperandForm::isFilled, FILLED);
      case SCALARS -> some(fields, value -> true, SCALAR);
      case FILLED_SCALARS -> some(fields, OperandForm::isFilled, FILLED);
    };
  }

  private static @Nullable List<Value> one(
      Fields fields, JsonNode node, Predicate<Value> fits, String expected) {
    Value value = scalar(node);
    if (value == null || !fits.test(value)) {
      fields.wrong(FIELD, expected);
      return null;
    }
    return List.of(value);
  }

  private static @Nullable List<Value> some(Fields fields, Predicate<Value> fits, String expected) {
    List<JsonNode> items = fields.items(FIELD, 1, Comparison.MAX_OPERANDS);
    if (items == null) {
      return null;
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Value value = scalar(items.get(i));
      if (value == null || !fits.test(value)) {
        fields.wrong("%s[%d]".formatted(FIELD, i), expected);
      } else {
        values.add(value);
      }
    }
    return values;
  }

  private static @Nullable Value scalar(JsonNode node) {
    if (node.isBoolean()) {
      return Value.of(node.booleanValue());
    }
    String text = node.asText();
    if (node.isNumber()) {
      return text.length() > Comparison.MAX_NUMBER_LENGTH ? null : Value.of(Decimal.of(text));
    }
    boolean fits = text.codePointCount(0, text.length()) <= Comparison.MAX_TEXT_LENGTH;
    return node.isTextual() && fits ? Value.of(text) : null;
  }

  private static boolean isTime(Value value) {
    return value instanceof Value.Text(String text) && Comparison.isTime(text);
  }

  private static boolean isFilledText(Value value) {
    return value instanceof Value.Text && isFilled(value);
  }

  private static boolean isFilled(Value value) {
    return !(value instanceof Value.Text(String text) && text.isEmpty());
  }
}
