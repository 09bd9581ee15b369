package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.Json;
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
    return value.isTextual() ? scalar(value.textValue()) : value.asText();
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
              boolean hidden =
                  (c >= 0x7F && c < 0xA0)
                      || c == 0x2028
                      || c == 0x2029
                      || c == 0xFEFF
                      || c == 0xFFFE
                      || c == 0xFFFF;
              if (hidden) {
                quoted.append("\\u%04x".formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.toString();
  }
}
