package io.postrider.server.http.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator.Operand;
import io.postrider.condition.Value;
import io.postrider.message.Redaction;
import java.util.List;

/** Comparisons as JSON: what {@link ComparisonForm} reads. */
public final class ComparisonJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ComparisonJson() {}

  /** Adds the fields of a comparison to an object, and returns the object. */
  public static ObjectNode put(Comparison comparison, ObjectNode tree) {
    return put(comparison, false, tree);
  }

  /** The same, with masked operands if they are hidden. */
  public static ObjectNode put(Comparison comparison, boolean hidden, ObjectNode tree) {
    tree.put("op", comparison.operator().wireName());
    List<Value> operands = comparison.operands();
    Operand operand = comparison.operator().operand();
    if (hidden && operand != Operand.NONE) {
      tree.put("value", Redaction.MASK);
    } else if (operand == Operand.SCALARS || operand == Operand.FILLED_SCALARS) {
      ArrayNode list = NODES.arrayNode();
      operands.forEach(value -> list.add(scalar(value)));
      tree.set("value", list);
    } else if (operand != Operand.NONE) {
      tree.set("value", scalar(operands.getFirst()));
    }
    return tree;
  }

  private static JsonNode scalar(Value value) {
    return switch (value) {
      case Value.Text(String text) -> NODES.textNode(text);
      case Value.Bool(boolean truth) -> NODES.booleanNode(truth);
      case Value.Numeric(Decimal number) -> JsonNumber.of(number.toString());
      case Value.Missing _, Value.Items _, Value.Nested _ ->
          throw new IllegalArgumentException("not an operand: " + value);
    };
  }
}
