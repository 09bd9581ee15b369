package io.postrider.filter;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.message.MessageType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** An independent evaluation of filters over a tree; slow and simple. */
final class TreeFilters {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final JsonNode message;

  TreeFilters(String json) throws Exception {
    message = MAPPER.readTree(json);
  }

  boolean matches(@Nullable FilterCondition match) {
    return switch (match) {
      case null -> true;
      case FilterCondition.All(List<FilterCondition> matches) ->
          matches.stream().allMatch(this::matches);
      case FilterCondition.Any(List<FilterCondition> matches) ->
          matches.stream().anyMatch(this::matches);
      case FilterCondition.Not(FilterCondition inner) -> !matches(inner);
      case FilterCondition.OfType(Set<MessageType> types) ->
          types.stream().anyMatch(type -> type.wireName().equals(message.path("type").asText()));
      case FilterCondition.OfEvent(List<String> events) ->
          message.path("type").asText().equals("track")
              && events.contains(message.path("event").asText());
      case FilterCondition.Compared(FieldPath path, Comparison comparison) ->
          holds(at(path), comparison.operator(), comparison.operands());
    };
  }

  private JsonNode at(FieldPath path) {
    JsonNode node = message.path(path.root().wireName());
    for (String key : path.keys()) {
      node = node.isObject() ? node.path(key) : MissingNode.getInstance();
    }
    return node.isNull() ? MissingNode.getInstance() : node;
  }

  private static boolean holds(JsonNode node, Operator operator, List<Value> operands) {
    if (node.isMissingNode()) {
      return operator == Operator.NOT_EXISTS;
    }
    return switch (operator) {
      case EXISTS -> true;
      case NOT_EXISTS -> false;
      case EQUALS -> same(node, operands.getFirst());
      case NOT_EQUALS -> alike(node, operands.getFirst()) && !same(node, operands.getFirst());
      case ONE_OF -> operands.stream().anyMatch(operand -> same(node, operand));
      case LESS_THAN -> ordered(node, operands, order -> order < 0);
      case AT_MOST -> ordered(node, operands, order -> order <= 0);
      case GREATER_THAN -> ordered(node, operands, order -> order > 0);
      case AT_LEAST -> ordered(node, operands, order -> order >= 0);
      case CONTAINS -> has(node, operands.getFirst());
      case CONTAINS_ONE_OF -> operands.stream().anyMatch(operand -> has(node, operand));
      case NOT_CONTAINS ->
          (node.isArray() || (node.isTextual() && operands.getFirst() instanceof Value.Text))
              && !has(node, operands.getFirst());
      case STARTS_WITH -> node.isTextual() && node.asText().startsWith(text(operands.getFirst()));
      case ENDS_WITH -> node.isTextual() && node.asText().endsWith(text(operands.getFirst()));
      case BEFORE -> timed(node, operands, order -> order < 0);
      case AFTER -> timed(node, operands, order -> order > 0);
    };
  }

  private static String text(Value value) {
    return value instanceof Value.Text(String text) ? text : "\0";
  }

  private static boolean alike(JsonNode node, Value value) {
    return switch (value) {
      case Value.Text _ -> node.isTextual();
      case Value.Numeric _ -> node.isNumber();
      case Value.Bool _ -> node.isBoolean();
      case Value.Missing _, Value.Items _, Value.Nested _ -> false;
    };
  }

  private static boolean same(JsonNode node, Value value) {
    return alike(node, value)
        && switch (value) {
          case Value.Text(String text) -> node.asText().equals(text);
          case Value.Numeric(Decimal number) ->
              node.decimalValue().compareTo(new BigDecimal(number.toString())) == 0;
          case Value.Bool(boolean truth) -> node.asBoolean() == truth;
          case Value.Missing _, Value.Items _, Value.Nested _ -> false;
        };
  }

  private static boolean has(JsonNode node, Value value) {
    return node.isArray()
        ? node.valueStream().anyMatch(item -> same(item, value))
        : alike(node, value) && node.isTextual() && node.asText().indexOf(text(value)) >= 0;
  }

  private static boolean ordered(JsonNode node, List<Value> operands, IntPredicate wanted) {
    return node.isNumber()
        && operands.getFirst() instanceof Value.Numeric(Decimal number)
        && wanted.test(node.decimalValue().compareTo(new BigDecimal(number.toString())));
  }

  private static boolean timed(JsonNode node, List<Value> operands, IntPredicate wanted) {
    try {
      return node.isTextual()
          && wanted.test(
              Instant.parse(node.asText()).compareTo(Instant.parse(text(operands.getFirst()))));
    } catch (DateTimeParseException unreadable) {
      return false;
    }
  }
}
