package io.postrider.server.commands.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the part of Segment's filter query language that conditions of filters can express: {@code
 * and}, {@code or}, {@code !}, parentheses, comparisons, {@code contains} and simple {@code match}.
 * One thread.
 */
final class Fql {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The most nested parentheses and negations. */
  static final int MAX_DEPTH = 50;

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*')"
              + "|(!=|<=|>=|=|<|>|!|\\(|\\)|,)"
              + "|([A-Za-z0-9_$.\\-]+))");

  private static final Map<String, String> ORDER =
      Map.of("<", "less_than", "<=", "at_most", ">", "greater_than", ">=", "at_least");

  /** The expression has a part that no condition expresses. The message names it. */
  static final class UnsupportedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedException(String message) {
      super(message, null, false, false);
    }
  }

  private final List<String> tokens;
  private int at;
  private int depth;

  private Fql(List<String> tokens) {
    this.tokens = tokens;
  }

  /**
   * The condition of an expression; empty if it matches all messages.
   *
   * @throws UnsupportedException if it cannot be expressed
   */
  static Optional<JsonNode> parse(String text) {
    if (text.isBlank() || text.strip().equals("all")) {
      return Optional.empty();
    }
    Fql fql = new Fql(tokens(text));
    JsonNode condition = fql.or();
    if (fql.at < fql.tokens.size()) {
      throw new UnsupportedException("'" + fql.tokens.get(fql.at) + "'");
    }
    return Optional.of(condition);
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text.strip());
    int end = 0;
    while (end < text.strip().length()) {
      if (!matcher.find(end) || matcher.start() != end) {
        throw new UnsupportedException("'" + text.strip().charAt(end) + "'");
      }
      tokens.add(matcher.group().strip());
      end = matcher.end();
    }
    return tokens;
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private String next() {
    if (at == tokens.size()) {
      throw new UnsupportedException("it ends too early");
    }
    return tokens.get(at++);
  }

  private void expect(String token) {
    if (!next().equals(token)) {
      throw new UnsupportedException("'" + tokens.get(at - 1) + "'");
    }
  }

  private JsonNode or() {
    return list("or", "any", this::and);
  }

  private JsonNode and() {
    return list("and", "all", this::not);
  }

  /** Operands with an operator between them; one operand stays as it is. */
  private JsonNode list(String operator, String field, Supplier<JsonNode> one) {
    ArrayNode operands = NODES.arrayNode().add(one.get());
    while (peek().equals(operator)) {
      at++;
      operands.add(one.get());
    }
    return operands.size() == 1 ? operands.get(0) : NODES.objectNode().set(field, operands);
  }

  private JsonNode not() {
    if (++depth > MAX_DEPTH) {
      throw new UnsupportedException("it is nested too deeply");
    }
    try {
      if (peek().equals("!") || peek().equals("not")) {
        at++;
        return inverted(not());
      }
      if (peek().equals("(")) {
        at++;
        JsonNode inner = or();
        expect(")");
        return inner;
      }
      return comparison();
    } finally {
      depth--;
    }
  }

  private JsonNode comparison() {
    String path = next();
    if (peek().equals("(")) {
      return call(path);
    }
    String operator = next();
    JsonNode value = value(next());
    if (ORDER.containsKey(operator)) {
      return field(path, ORDER.get(operator), value);
    }
    if (!operator.equals("=") && !operator.equals("!=")) {
      throw new UnsupportedException("'" + operator + "'");
    }
    JsonNode equal = value.isNull() ? condition(path, "not_exists") : equal(path, value);
    return operator.equals("=") ? equal : inverted(equal);
  }

  private static JsonNode equal(String path, JsonNode value) {
    if (path.equals("type") || path.equals("event")) {
      return NODES.objectNode().set(path, NODES.arrayNode().add(value));
    }
    return field(path, "equals", value);
  }

  private JsonNode call(String function) {
    if (!function.equals("contains") && !function.equals("match")) {
      throw new UnsupportedException(function + "()");
    }
    expect("(");
    String path = next();
    expect(",");
    JsonNode value = value(next());
    expect(")");
    return function.equals("match") ? match(path, value.asText()) : field(path, "contains", value);
  }

  /** A pattern with a star at its start, its end or both. */
  private static JsonNode match(String path, String pattern) {
    boolean before = pattern.startsWith("*");
    boolean after = pattern.endsWith("*") && pattern.length() > 1;
    String text = pattern.substring(before ? 1 : 0, pattern.length() - (after ? 1 : 0));
    if (text.isEmpty() || text.matches(".*[*?\\[\\]\\\\].*")) {
      throw new UnsupportedException("match() with \"" + pattern + "\"");
    }
    String op = before && after ? "contains" : before ? "ends_with" : "starts_with";
    return before || after
        ? field(path, op, NODES.textNode(text))
        : equal(path, NODES.textNode(text));
  }

  private static JsonNode value(String token) {
    if (token.startsWith("\"") || token.startsWith("'")) {
      String inner = token.substring(1, token.length() - 1);
      return NODES.textNode(inner.replaceAll("\\\\(.)", "$1"));
    }
    if (token.matches("true|false|null|-?[0-9]+(\\.[0-9]+)?")) {
      return Json.parseOwn(token);
    }
    throw new UnsupportedException("'" + token + "'");
  }

  private static ObjectNode condition(String path, String op) {
    if (path.startsWith("\"") || path.startsWith("'")) {
      throw new UnsupportedException(path);
    }
    return NODES.objectNode().put("field", path).put("op", op);
  }

  private static JsonNode field(String path, String op, JsonNode value) {
    return condition(path, op).set("value", value);
  }

  private static JsonNode inverted(JsonNode condition) {
    return NODES.objectNode().set("not", condition);
  }
}
