package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * <p>Levels and values are limited, including those that aliases repeat.
 */
final class YamlReader {

  static final int MAX_CHARACTERS = 16 << 20;
  static final int MAX_LEVELS = 64;
  static final int MAX_VALUES = 1_000_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final YamlLocations locations;
  private final EnvironmentVariables variables;
  private int values;

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
            .setCodePointLimit(MAX_CHARACTERS)
            .build();
    try {
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
    if (level > MAX_LEVELS || values > MAX_VALUES) {
      Mark mark = node.getStartMark().orElse(null);
      throw new InvalidWorkspaceFileException(
          line(mark),
          column(mark),
          "the file is too large: at most %d levels and %,d values"
              .formatted(MAX_LEVELS, MAX_VALUES));
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
      return number(text);
    }
    return NODES.textNode(variables.filled(text, message -> locations.wrong(path, message)));
  }

  /** A number; infinities and NaN become text, which the forms refuse. */
  private static JsonNode number(String text) {
    try {
      if (text.startsWith("0x")) {
        return NODES.numberNode(new BigInteger(text.substring(2), 16));
      }
      if (text.startsWith("0o")) {
        return NODES.numberNode(new BigInteger(text.substring(2), 8));
      }
      return NODES.numberNode(new BigDecimal(text));
    } catch (NumberFormatException infinite) {
      return NODES.textNode(text);
    }
  }
}
