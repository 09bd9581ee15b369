package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.JsonNumber;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a tree as readable YAML. Belongs to one thread. */
final class YamlWriter {

  private static final String INDENT = "  ";
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:[A-Za-z_][A-Za-z0-9_]*}");

  /** Words that some YAML readers do not read as text. */
  private static final Set<String> SPECIAL =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  /** The maximum number of digits before and after the point of a number without exponent. */
  static final int MAX_PLAIN_DIGITS = 30;

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  static String of(JsonNode object) {
    YamlWriter text = new YamlWriter();
    text.members(object, "");
    return text.out.toString();
  }

  private void members(JsonNode object, String indent) {
    boolean first = true;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      out.append(first ? "" : indent).append(scalar(member.getKey())).append(':');
      first = false;
      value(member.getValue(), indent + INDENT);
    }
  }

  private void value(JsonNode value, String indent) {
    if (value.isObject() && !value.isEmpty()) {
      out.append('\n').append(indent);
      members(value, indent);
    } else if (value.isArray() && value.valueStream().anyMatch(JsonNode::isContainerNode)) {
      out.append('\n');
      for (JsonNode item : value) {
        out.append(indent).append("- ");
        item(item, indent + INDENT);
      }
    } else {
      out.append(' ').append(inline(value)).append('\n');
    }
  }

  private void item(JsonNode item, String indent) {
    if (item.isObject() && !item.isEmpty()) {
      members(item, indent);
    } else {
      out.append(inline(item)).append('\n');
    }
  }

  private static String inline(JsonNode value) {
    if (value.isArray()) {
      return value
          .valueStream()
          .map(YamlWriter::inline)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value.isObject()) {
      return "{}";
    }
    if (value.isNumber()) {
      return number(value.asText());
    }
    return value.isTextual() ? scalar(value.textValue()) : value.asText();
  }

  /** A number without an exponent, unless that is long. */
  private static String number(String text) {
    if (!JsonNumber.isBounded(text)) {
      return text;
    }
    BigDecimal number = new BigDecimal(text);
    long whole = (long) number.precision() - number.scale();
    if (whole > MAX_PLAIN_DIGITS || number.scale() > MAX_PLAIN_DIGITS) {
      return text;
    }
    // A number that JavaScript cannot represent keeps its spelling: applying it changes nothing.
    String plain = number.toPlainString();
    return JsonNumber.of(plain).asText().equals(text) ? plain : text;
  }

  private static String scalar(String text) {
    boolean plain =
        PLAIN.matcher(text).matches() && !SPECIAL.contains(text.toLowerCase(Locale.ROOT));
    return plain || VARIABLE.matcher(text).matches() ? text : quoted(text);
  }

  /** A JSON string, which is valid YAML, with further characters escaped. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder();
    Json.text(text)
        .codePoints()
        .forEach(
            c -> {
              if (isHidden(c)) {
                quoted.append((c > 0xFFFF ? "\\U%08x" : "\\u%04x").formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.toString();
  }

  /** Whether YAML forbids a character, or a terminal does not show it as it is. */
  private static boolean isHidden(int c) {
    return c == 0xFFFE
        || c == 0xFFFF
        || switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              true;
          default -> false;
        };
  }
}
