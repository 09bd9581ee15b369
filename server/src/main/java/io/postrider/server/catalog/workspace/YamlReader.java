package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.JsonNumber;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads YAML 1.2 as a JSON tree, and records the locations of all fields. Belongs to one thread and
 * one text.
 *
 * <p>{@link YamlBounds} limits what is read, and what aliases repeat.
 */
final class YamlReader {

  /** The parser copies a long token once per buffer, so a small buffer takes quadratic time. */
  private static final int MAX_BUFFER = 1 << 20;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** A number of the core schema, which allows more than JSON: {@code +007.e1}. */
  private static final Pattern DECIMAL =
      Pattern.compile(
          "(?<sign>[-+]?)0*(?<whole>[0-9]*)(\\.(?<part>[0-9]+)?)?([eE](?<power>[-+]?[0-9]+))?");

  private final YamlLocations locations;
  private final EnvironmentVariables variables;
  private int values;
  private long pathCharacters;

  private YamlReader(YamlLocations locations, EnvironmentVariables variables) {
    this.locations = locations;
    this.variables = variables;
  }

  /** The tree of a text; null if it is empty or malformed. */
  static @Nullable JsonNode read(
      String text, YamlLocations locations, EnvironmentVariables variables) {
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setCodePointLimit(YamlBounds.MAX_BYTES)
            .setMaxAliasesForCollections(YamlBounds.MAX_ALIASES)
            .setBufferSize(Math.min(text.length() + 2, MAX_BUFFER))
            .build();
    try {
      YamlBounds.check(text, settings);
      Optional<Node> root = new Compose(settings).composeString(text);
      return root.map(node -> new YamlReader(locations, variables).tree("", node, 1)).orElse(null);
    } catch (MarkedYamlEngineException malformed) {
      Mark mark = malformed.getProblemMark().or(malformed::getContextMark).orElse(null);
      locations.wrong(line(mark), column(mark), "this is not YAML: " + malformed.getProblem());
    } catch (YamlEngineException malformed) {
      locations.wrong(1, 1, "this is not YAML: " + malformed.getMessage());
    }
    return null;
  }

  private static int line(@Nullable Mark mark) {
    return mark == null ? 1 : mark.getLine() + 1;
  }

  private static int column(@Nullable Mark mark) {
    return mark == null ? 1 : mark.getColumn() + 1;
  }

  private void place(String path, Node node) {
    Mark mark = node.getStartMark().orElse(null);
    locations.put(path, line(mark), column(mark));
  }

  private JsonNode tree(String path, Node node, int level) {
    values++;
    pathCharacters += path.length();
    if (level > YamlBounds.MAX_LEVELS
        || values > YamlBounds.MAX_VALUES
        || pathCharacters > YamlBounds.MAX_PATH_CHARACTERS) {
      throw YamlBounds.tooLarge(node.getStartMark().orElse(null));
    }
    return switch (node) {
      case MappingNode mapping -> object(path, mapping, level);
      case SequenceNode sequence -> list(path, sequence.getValue(), level);
      case ScalarNode scalar -> scalar(path, scalar);
      default -> throw new IllegalStateException("YAML has no " + node.getNodeType());
    };
  }

  private ObjectNode object(String path, MappingNode mapping, int level) {
    ObjectNode object = NODES.objectNode();
    for (NodeTuple member : mapping.getValue()) {
      Mark mark = member.getKeyNode().getStartMark().orElse(null);
      if (!(member.getKeyNode() instanceof ScalarNode scalar) || scalar.getValue().isEmpty()) {
        locations.wrong(line(mark), column(mark), "a key must be a non-empty string");
        continue;
      }
      String key = scalar.getValue();
      String inner = path.isEmpty() ? key : path + "." + key;
      if (object.has(key)) {
        locations.wrong(line(mark), column(mark), inner + " is a duplicate");
        continue;
      }
      place(inner, member.getKeyNode());
      object.set(key, tree(inner, member.getValueNode(), level + 1));
    }
    return object;
  }

  private ArrayNode list(String path, List<Node> items, int level) {
    ArrayNode list = NODES.arrayNode();
    for (int i = 0; i < items.size(); i++) {
      String inner = "%s[%d]".formatted(path, i);
      place(inner, items.get(i));
      list.add(tree(inner, items.get(i), level + 1));
    }
    return list;
  }

  private JsonNode scalar(String path, ScalarNode scalar) {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return NODES.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return NODES.booleanNode(text.toLowerCase(Locale.ROOT).equals("true"));
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return number(path, text);
    }
    return NODES.textNode(variables.filled(text, message -> locations.wrong(path, message)));
  }

  /** A number; infinities and NaN become text, which the forms refuse. */
  private JsonNode number(String path, String text) {
    if (text.length() > JsonNumber.MAX_LENGTH) {
      return unbounded(path);
    }
    if (text.startsWith("0x")) {
      return JsonNumber.of(new BigInteger(text.substring(2), 16).toString());
    }
    if (text.startsWith("0o")) {
      return JsonNumber.of(new BigInteger(text.substring(2), 8).toString());
    }
    Matcher decimal = DECIMAL.matcher(text);
    if (!decimal.matches()) {
      return NODES.textNode(text);
    }
    String json =
        (decimal.group("sign").equals("-") ? "-" : "")
            + (decimal.group("whole").isEmpty() ? "0" : decimal.group("whole"))
            + (decimal.group("part") == null ? "" : "." + decimal.group("part"))
            + (decimal.group("power") == null ? "" : "e" + decimal.group("power"));
    return JsonNumber.isBounded(json) ? JsonNumber.of(json) : unbounded(path);
  }

  private JsonNode unbounded(String path) {
    locations.wrong(
        path,
        "is a number of more than %,d characters or %d exponent digits"
            .formatted(JsonNumber.MAX_LENGTH, JsonNumber.MAX_EXPONENT_DIGITS));
    return NODES.nullNode();
  }
}
