package io.postrider.filter;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Generates messages and filters with few keys and values, so that they often match. */
final class RandomFilters {

  private static final String[] KEYS = {"a", "b", "total", "1", "x.y", "é\"", ""};
  private static final String[] TEXTS = {
    "",
    "a",
    "ab",
    "b",
    "1",
    "true",
    "é",
    "\ud83d\ude80",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.001Z",
    "2025-06-01T12:00:00Z",
    "Order Completed"
  };
  private static final String[] NUMBERS = {
    "0",
    "1",
    "-1",
    "1.5",
    "1.25",
    "1e3",
    "1000",
    "12345678901234567890",
    "12345678901234567891",
    "0.1",
    "1e-7",
    "-3.75"
  };
  private static final List<MessageType> TYPES =
      List.of(MessageType.TRACK, MessageType.TRACK, MessageType.IDENTIFY, MessageType.PAGE);

  private final Random random;

  RandomFilters(Random random) {
    this.random = random;
  }

  private <T> T one(T[] items) {
    return items[random.nextInt(items.length)];
  }

  MessageType type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  /** A body that is accepted. */
  String body() {
    StringBuilder body = new StringBuilder("{\"userId\":\"u\",\"event\":\"Order Completed\"");
    for (String field : List.of("properties", "traits", "context")) {
      if (random.nextInt(4) > 0) {
        body.append(",\"").append(field).append("\":");
        object(body, 3);
      }
    }
    return body.append("}").toString();
  }

  private void object(StringBuilder out, int depth) {
    out.append('{');
    Set<String> used = new LinkedHashSet<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String key = one(KEYS);
      if (used.add(key)) {
        out.append(used.size() > 1 ? "," : "");
        quoted(out, key);
        out.append(':');
        value(out, depth - 1);
      }
    }
    out.append('}');
  }

  private void value(StringBuilder out, int depth) {
    switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0, 1 -> quoted(out, one(TEXTS));
      case 2, 3 -> out.append(one(NUMBERS));
      case 4 -> out.append(random.nextBoolean());
      case 5 -> out.append("null");
      case 6 -> {
        out.append('[');
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          out.append(i > 0 ? "," : "");
          value(out, depth - 1);
        }
        out.append(']');
      }
      default -> object(out, depth);
    }
  }

  private static void quoted(StringBuilder out, String text) {
    out.append('"').append(text.replace("\"", "\\\"")).append('"');
  }

  @Nullable FilterCondition match(int depth) {
    return random.nextInt(10) == 0 ? null : any(depth);
  }

  private FilterCondition any(int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 7)) {
      case 0 -> new FilterCondition.OfType(EnumSet.of(type(), type()));
      case 1 -> new FilterCondition.OfEvent(List.of(one(TEXTS), "Signed Up"));
      case 2, 3, 4, 5, 6 -> compared();
      case 7 -> new FilterCondition.All(some(depth - 1));
      case 8 -> new FilterCondition.Any(some(depth - 1));
      default -> new FilterCondition.Not(any(depth - 1));
    };
  }

  private List<FilterCondition> some(int depth) {
    return IntStream.rangeClosed(0, random.nextInt(3)).mapToObj(i -> any(depth)).toList();
  }

  private FilterCondition compared() {
    Operator operator = one(Operator.values());
    List<Value> operands =
        switch (operator.operand()) {
          case NONE -> List.of();
          case NUMBER -> List.of(number());
          case TIME -> List.of(Value.of(TEXTS[8 + random.nextInt(3)]));
          case FILLED_TEXT -> List.of(Value.of(TEXTS[1 + random.nextInt(TEXTS.length - 1)]));
          case SCALAR -> List.of(scalar());
          case FILLED_SCALAR -> List.of(filled());
          case SCALARS -> List.of(scalar(), scalar(), scalar());
          case FILLED_SCALARS -> List.of(filled(), filled());
        };
    return new FilterCondition.Compared(path(), new Comparison(operator, operands));
  }

  private Value number() {
    return Value.of(Decimal.of(one(NUMBERS)));
  }

  private Value scalar() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> Value.of(one(TEXTS));
      case 2, 3 -> number();
      default -> Value.of(random.nextBoolean());
    };
  }

  private Value filled() {
    Value value = scalar();
    return value.equals(Value.of("")) ? Value.of("a") : value;
  }

  /** A path into an object; with at least one key below it. */
  FieldPath path() {
    List<Field> roots = List.copyOf(FieldPath.OBJECTS);
    List<String> keys = new ArrayList<>();
    do {
      keys.add(one(KEYS));
    } while (random.nextInt(3) == 0 && keys.size() < 3);
    return new FieldPath(roots.get(random.nextInt(roots.size())), keys);
  }
}
