package io.postrider.server.commands.convert;

import static io.postrider.server.commands.convert.WebhookFields.first;
import static io.postrider.server.commands.convert.WebhookFields.isOn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Converts RudderStack's {@code workspaceConfig.json}: sources with their destinations inside. A
 * destination of several sources is there once for each of them, with the same ID. One thread.
 */
final class RudderStackConfig {

  private final Conversion conversion;
  private final Map<String, JsonNode> destinations = new LinkedHashMap<>();
  private final Map<String, Set<String>> sourcesOf = new LinkedHashMap<>();

  RudderStackConfig(Conversion conversion) {
    this.conversion = conversion;
  }

  /** Whether a file has sources of RudderStack. */
  static boolean fits(List<JsonNode> files) {
    return files.stream()
        .flatMap(file -> workspaces(file).stream())
        .flatMap(workspace -> workspace.path("sources").valueStream())
        .anyMatch(
            source ->
                source.path("destinations").isArray()
                    || source.has("sourceDefinition")
                    || source.has("sourceDefinitionId"));
  }

  /** Whether a file is a config, perhaps without sources. */
  static boolean isConfig(JsonNode file) {
    return workspaces(file).stream().anyMatch(workspace -> workspace.path("sources").isArray());
  }

  /** The workspaces of a file: one, or one for each workspace ID. */
  private static List<JsonNode> workspaces(JsonNode file) {
    return file.has("sources") ? List.of(file) : file.valueStream().toList();
  }

  void read(List<JsonNode> files) {
    files.stream()
        .flatMap(file -> workspaces(file).stream())
        .flatMap(workspace -> workspace.path("sources").valueStream())
        .distinct()
        .forEach(this::source);
    destinations.forEach(
        (id, destination) ->
            destination(destination, List.copyOf(sourcesOf.getOrDefault(id, Set.of()))));
  }

  private void source(JsonNode source) {
    String name = first(source, "name", "id");
    String kind = first(source.path("sourceDefinition"), "name", "displayName");
    String category = source.path("sourceDefinition").path("category").asText("");
    if (source.path("deleted").asBoolean()) {
      conversion.leaveOut("source", name, "It is deleted.");
      return;
    }
    if (List.of("cloud", "warehouse", "singer-protocol", "webhook").contains(category)) {
      conversion.leaveOut(
          "source", name, "Sources of the kind %s cannot be converted.".formatted(kind));
      return;
    }
    String type = SourceTypes.of(kind).orElse("server");
    if (SourceTypes.of(kind).isEmpty()) {
      conversion.note("source", name, "Its kind is unknown; check the type server.");
    }
    ObjectNode fields = JsonNodeFactory.instance.objectNode().put("type", type);
    if (!isOn(source, "enabled")) {
      fields.put("enabled", false);
    }
    if (!first(source, "writeKey").isEmpty()) {
      fields.put("writeKey", first(source, "writeKey"));
    }
    conversion.addSource(name, fields).ifPresent(added -> connect(source, added));
  }

  private void connect(JsonNode source, String name) {
    for (JsonNode destination : source.path("destinations")) {
      String id = first(destination, "id", "name");
      destinations.putIfAbsent(id, destination);
      sourcesOf.computeIfAbsent(id, any -> new LinkedHashSet<>()).add(name);
    }
  }

  private void destination(JsonNode destination, List<String> sources) {
    String name = first(destination, "name", "id");
    JsonNode config = destination.path("config");
    String kind = first(destination.path("destinationDefinition"), "name", "displayName");
    String url = first(config, "webhookUrl");
    String method = first(config, "webhookMethod").toUpperCase(Locale.ROOT);
    if (destination.path("deleted").asBoolean()) {
      conversion.leaveOut("destination", name, "It is deleted.");
    } else if (!kind.equalsIgnoreCase("WEBHOOK")) {
      conversion.leaveOut("destination", name, "It is no webhook but " + kind + ".");
    } else if (!method.isEmpty() && !method.equals("POST")) {
      conversion.leaveOut("destination", name, "It uses " + method + ", not POST.");
    } else {
      boolean transformed = !destination.path("transformations").isEmpty();
      if (transformed) {
        conversion.note(
            "destination", name, "It is disabled: its transformation is code. Use filters.");
      }
      boolean enabled =
          isOn(destination, "enabled") && isOn(destination, "isConnectionEnabled") && !transformed;
      ObjectNode fields =
          WebhookFields.destination(
              enabled,
              JsonNodeFactory.instance
                  .arrayNode()
                  .add(WebhookFields.webhook(url, config.path("headers"))));
      conversion.addDestination(name, fields, sources, false);
    }
  }
}
