package io.postrider.client.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A random value, and what Jackson must read back. */
record RandomValue(@Nullable Object value, JsonNode expected) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /**
   * Creates a value from random choices.
   *
   * @param choose returns a number from 0 to its argument, exclusive
   */
  static RandomValue of(IntUnaryOperator choose, int levels) {
    return switch (choose.applyAsInt(levels > 0 ? 14 : 9)) {
      case 0 -> new RandomValue(null, NullNode.instance);
      case 1 -> new RandomValue(true, BooleanNode.TRUE);
      case 2 -> new RandomValue(false, BooleanNode.FALSE);
      case 3, 4, 5 -> anyNumber(choose);
      case 6 -> new RandomValue(Optional.empty(), NullNode.instance);
      case 7, 8 -> {
        String text = text(choose);
        yield new RandomValue(text, TextNode.valueOf(text));
      }
      case 9, 10 -> list(choose, levels - 1);
      case 11 -> {
        RandomValue held = of(choose, levels - 1);
        yield new RandomValue(Optional.ofNullable(held.value), held.expected);
      }
      default -> map(choose, levels - 1);
    };
  }

  private static RandomValue anyNumber(IntUnaryOperator choose) {
    long bits = bits(choose);
    return switch (choose.applyAsInt(4)) {
      case 0 -> new RandomValue(bits, number(BigDecimal.valueOf(bits)));
      case 1 -> {
        double real = Double.longBitsToDouble(bits);
        double finite = Double.isFinite(real) ? real : 0.25;
        yield new RandomValue(finite, number(new BigDecimal(Double.toString(finite))));
      }
      case 2 -> {
        BigDecimal big = new BigDecimal(BigInteger.valueOf(bits), choose.applyAsInt(50));
        yield new RandomValue(big, number(big));
      }
      default -> new RandomValue((short) bits, number(BigDecimal.valueOf((short) bits)));
    };
  }

  private static RandomValue list(IntUnaryOperator choose, int levels) {
    List<@Nullable Object> list = new ArrayList<>();
    ArrayNode expected = NODES.arrayNode();
    for (int i = choose.applyAsInt(5); i > 0; i--) {
      RandomValue element = of(choose, levels);
      list.add(element.value);
      expected.add(element.expected);
    }
    return new RandomValue(choose.applyAsInt(2) == 0 ? list : list.toArray(), expected);
  }

  private static RandomValue map(IntUnaryOperator choose, int levels) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    ObjectNode expected = NODES.objectNode();
    for (int i = choose.applyAsInt(5); i > 0; i--) {
      String name = text(choose);
      RandomValue member = of(choose, levels);
      map.put(name, member.value);
      expected.set(name, member.expected);
    }
    return new RandomValue(map, expected);
  }

  private static String text(IntUnaryOperator choose) {
    StringBuilder text = new StringBuilder();
    for (int i = choose.applyAsInt(12); i > 0; i--) {
      switch (choose.applyAsInt(5)) {
        case 0 -> text.append((char) choose.applyAsInt(0x20));
        case 1 -> text.append("\"\\/<>\u007f".charAt(choose.applyAsInt(6)));
        case 2 -> text.append((char) choose.applyAsInt(0xd800)); // Jackson rejects lone surrogates
        case 3 -> text.appendCodePoint(0x10000 + choose.applyAsInt(0x1000));
        default -> text.append((char) (' ' + choose.applyAsInt(90)));
      }
    }
    return text.toString();
  }

  private static long bits(IntUnaryOperator choose) {
    return (long) choose.applyAsInt(Integer.MAX_VALUE) << 33
        ^ (long) choose.applyAsInt(Integer.MAX_VALUE) << 8
        ^ choose.applyAsInt(256);
  }

  /** Numbers are compared by value, not by format. */
  static JsonNode number(BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    return plain.scale() <= 0 && plain.precision() - plain.scale() < 1000
        ? BigIntegerNode.valueOf(plain.toBigInteger())
        : DecimalNode.valueOf(plain);
  }
}
