package io.postrider.server.commands.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts a destination filter of Segment; each of its actions becomes a filter. Pure. */
final class SegmentFilter {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SegmentFilter() {}

  /**
   * The filters with the same effect.
   *
   * @throws Fql.UnsupportedException if there are none
   */
  static List<ObjectNode> convert(JsonNode filter) {
    Optional<JsonNode> when = Fql.parse(filter.path("if").asText());
    List<ObjectNode> converted = new ArrayList<>();
    for (JsonNode action : filter.path("actions")) {
      ObjectNode one = NODES.objectNode();
      if (filter.path("title").isTextual()) {
        one.put("name", filter.path("title").textValue());
      }
      if (!filter.path("enabled").asBoolean(true)) {
        one.put("enabled", false);
      }
      put(one, action);
      when.ifPresent(condition -> one.set("when", condition));
      converted.add(one);
    }
    return converted;
  }

  private static void put(ObjectNode filter, JsonNode action) {
    switch (action.path("type").asText()) {
      case "DROP" -> filter.put("action", "drop");
      case "SAMPLE" -> {
        filter.put("action", "sample");
        filter.put("percent", Math.round(action.path("percent").asDouble() * 1_000_000) / 10_000.0);
        String path = action.path("path").asText("messageId");
        if (!path.equals("userId") && !path.equals("messageId")) {
          throw new Fql.UnsupportedException("it samples by " + path);
        }
        filter.put("by", path);
      }
      case "DROP_PROPERTIES" -> filter.put("action", "omit").set("fields", fields(action));
      case "ALLOW_PROPERTIES" -> filter.put("action", "keep").set("fields", fields(action));
      default -> throw new Fql.UnsupportedException("action " + action.path("type").asText());
    }
  }

  /** {@code {"properties":{"fields":["a"]}}} as {@code ["properties.a"]}. */
  private static ArrayNode fields(JsonNode action) {
    ArrayNode fields = NODES.arrayNode();
    for (Map.Entry<String, JsonNode> object : action.path("fields").properties()) {
      JsonNode names =
          object.getValue().isArray() ? object.getValue() : object.getValue().path("fields");
      names.forEach(name -> fields.add(object.getKey() + "." + name.asText()));
    }
    return fields;
  }
}
