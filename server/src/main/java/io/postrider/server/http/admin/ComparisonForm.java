package io.postrider.server.http.admin;

import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a comparison: the fields {@code op} and {@code value}. */
public final class ComparisonForm {

  /** The names of the fields. */
  public static final List<String> FIELDS = List.of("op", "value");

  private ComparisonForm() {}

  /** The comparison in an object; null if it is invalid. */
  public static @Nullable Comparison read(Fields fields) {
    return read(fields, List.of(Operator.values()));
  }

  /** The same with only some operators allowed. */
  public static @Nullable Comparison read(Fields fields, List<Operator> operators) {
    Operator operator =
        fields
            .require("op")
            .choice("op", name -> Operator.parse(name).filter(operators::contains), of(operators));
    if (operator == null) {
      boolean _ = fields.has("value");
      return null;
    }
    List<Value> operands = OperandForm.read(fields, operator.operand());
    return operands == null ? null : new Comparison(operator, operands);
  }

  private static String of(List<Operator> operators) {
    return "one of " + operators.stream().map(Operator::wireName).collect(Collectors.joining(", "));
  }
}
