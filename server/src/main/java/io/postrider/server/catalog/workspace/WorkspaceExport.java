package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationKey;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.DestinationView;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.SourceView;
import io.postrider.server.catalog.api.ComputationView;
import io.postrider.server.catalog.api.WorkspaceView;
import io.postrider.server.catalog.definition.ComputationFigures;
import io.postrider.server.http.admin.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Writes the catalog as a workspace file; applying that file changes nothing. Environment variables
 * stand for secrets. Belongs to one thread.
 */
public final class WorkspaceExport {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MAX_NAME_LENGTH = 50;
  private static final String SECRET = "sharedSecret";

  /** The view of a new destination. */
  private static final JsonNode DEFAULTS = defaults();

  private final Map<String, String> sourceNames = new HashMap<>();
  private final Map<String, String> destinationNames = new HashMap<>();
  private final List<String> variables = new ArrayList<>();

  private WorkspaceExport() {}

  private static JsonNode defaults() {
    LogEndOffsets none = new LogEndOffsets(List.of());
    Destination destination =
        new DestinationChange(null, null, null, null, UnaryOperator.identity())
            .create(new DestinationId(0), Instant.EPOCH, new LogRange(none, none));
    DestinationHealth.Report health = DestinationHealth.BY_SETTINGS.of(destination);
    return Json.tree(DestinationView.of(destination, health, null, true, Instant.EPOCH));
  }

  /** The file of a catalog. */
  public static String of(CatalogStore.Snapshot snapshot, Instant now) {
    List<JsonNode> sources = new ArrayList<>();
    for (Source source : snapshot.sources()) {
      String name = snapshot.declarations().name(source.id());
      sources.add(Json.tree(SourceView.of(source, name, now)));
    }
    List<JsonNode> destinations = new ArrayList<>();
    for (Destination destination : snapshot.destinations()) {
      String name = snapshot.declarations().name(destination.id());
      DestinationHealth.Report health = DestinationHealth.BY_SETTINGS.of(destination);
      destinations.add(Json.tree(DestinationView.of(destination, health, name, true, now)));
    }
    return of(
        Json.tree(WorkspaceView.of(snapshot.workspace(), snapshot.declarations())),
        sources,
        destinations,
        computations(snapshot, ComputationKind.AUDIENCE),
        computations(snapshot, ComputationKind.TRAIT));
  }

  private static List<JsonNode> computations(CatalogStore.Snapshot snapshot, ComputationKind kind) {
    List<JsonNode> computations = new ArrayList<>();
    for (Computation one : snapshot.computations()) {
      if (one.id().kind() == kind) {
        String name = snapshot.declarations().name(one.id());
        ComputationFigures.Report report = ComputationFigures.Report.bySettings(one);
        computations.add(Json.tree(ComputationView.of(one, report, name)));
      }
    }
    return computations;
  }

  /** The file of responses of the admin API. */
  public static String of(
      JsonNode workspace,
      List<JsonNode> sources,
      List<JsonNode> destinations,
      List<JsonNode> audiences,
      List<JsonNode> computedTraits) {
    WorkspaceExport export = new WorkspaceExport();
    ObjectNode whole = NODES.objectNode();
    ObjectNode settings = export.workspace(workspace);
    if (!settings.isEmpty()) {
      whole.set("workspace", settings);
    }
    whole.set("sources", export.sources(sources));
    whole.set("destinations", export.destinations(destinations));
    if (!audiences.isEmpty()) {
      whole.set("audiences", export.computations(audiences));
    }
    if (!computedTraits.isEmpty()) {
      whole.set("computedTraits", export.computations(computedTraits));
    }
    return export.text(whole);
  }

  private String text(ObjectNode whole) {
    StringBuilder head = new StringBuilder("# Written by postrider export.\n");
    if (!variables.isEmpty()) {
      head.append("# Shared secrets are not exported; set these variables to their values:\n");
      variables.forEach(name -> head.append("#   ").append(name).append('\n'));
    }
    return head + YamlWriter.of(whole);
  }

  /** The declared fields of the workspace, and those that differ from the defaults. */
  private ObjectNode workspace(JsonNode workspace) {
    Set<String> declared = new HashSet<>();
    workspace.path("declared").forEach(field -> declared.add(field.asText()));
    JsonNode defaults = Json.tree(WorkspaceView.of(Workspace.DEFAULT, Declarations.NONE));
    ObjectNode section = NODES.objectNode();
    for (Map.Entry<String, JsonNode> field : defaults.properties()) {
      String name = field.getKey();
      if (declared.contains(name) || !workspace.path(name).equals(field.getValue())) {
        section.set(
            name,
            name.equals("notifications")
                ? notifications(workspace.path(name), field.getValue())
                : literal(workspace.path(name)));
      }
    }
    return section;
  }

  private ObjectNode notifications(JsonNode notifications, JsonNode defaults) {
    ObjectNode entry = NODES.objectNode();
    copy(notifications, entry, "url");
    if (notifications.path(SECRET).path("set").asBoolean()) {
      entry.put(SECRET, "${env:" + variable("workspace") + "}");
    }
    unless(notifications, entry, "failingAfter", defaults.path("failingAfter"));
    return entry;
  }

  private ObjectNode sources(List<JsonNode> sources) {
    Names names = new Names(sources);
    ObjectNode section = NODES.objectNode();
    for (JsonNode source : sources) {
      ObjectNode entry = NODES.objectNode();
      copy(source, entry, "id", "name", "type");
      unless(source, entry, "enabled", NODES.booleanNode(true));
      copy(source, entry, "rateLimit");
      unless(source, entry, "newEvents", NODES.textNode("allow"));
      if (WorkspaceFileForm.WRITE_KEY.matcher(source.path("writeKey").asText()).matches()) {
        copy(source, entry, "writeKey");
      }
      String name = names.of(source);
      sourceNames.put(source.path("id").asText(), name);
      section.set(name, entry);
    }
    return section;
  }

  private ObjectNode destinations(List<JsonNode> destinations) {
    Names names = new Names(destinations);
    ObjectNode section = NODES.objectNode();
    for (JsonNode destination : destinations) {
      String name = names.of(destination);
      destinationNames.put(destination.path("id").asText(), name);
      ObjectNode entry = section.putObject(name);
      copy(destination, entry, "id");
      for (Map.Entry<String, JsonNode> field : destination.properties()) {
        switch (field.getKey()) {
          case "sources" -> entry.set("sources", names(field.getValue(), sourceNames));
          case "settings" -> entry.set("settings", settings(field.getValue(), name));
          case "filters" -> {
            if (!field.getValue().isEmpty()) {
              entry.set("filters", filters(field.getValue()));
            }
          }
          default -> {
            if (!DestinationView.READ_ONLY.contains(field.getKey())) {
              unless(destination, entry, field.getKey(), DEFAULTS.path(field.getKey()));
            }
          }
        }
      }
    }
    return section;
  }

  /** Names instead of the IDs of declared resources. */
  private static ArrayNode names(JsonNode ids, Map<String, String> names) {
    ArrayNode list = NODES.arrayNode();
    ids.forEach(id -> list.add(names.getOrDefault(id.asText(), id.asText())));
    return list;
  }

  private ObjectNode computations(List<JsonNode> computations) {
    Names names = new Names(computations);
    ObjectNode section = NODES.objectNode();
    for (JsonNode computation : computations) {
      ObjectNode entry = NODES.objectNode();
      copy(computation, entry, "id", "name");
      String ownKey = ComputationKey.of(computation.path("name").asText()).orElse("");
      unless(computation, entry, "key", NODES.textNode(ownKey));
      unless(computation, entry, "enabled", NODES.booleanNode(true));
      entry.set("destinations", names(computation.path("destinations"), destinationNames));
      copy(computation, entry, "definition");
      unless(computation, entry, "sync", NODES.textNode("realtime"));
      section.set(names.of(computation), entry);
    }
    return section;
  }

  private ObjectNode settings(JsonNode settings, String name) {
    ObjectNode entry = NODES.objectNode();
    ArrayNode webhooks = entry.putArray("webhooks");
    for (JsonNode webhook : settings.path("webhooks")) {
      ObjectNode one = webhooks.addObject();
      copy(webhook, one, "url");
      if (!webhook.path("headers").isEmpty()) {
        copy(webhook, one, "headers");
      }
    }
    if (settings.path(SECRET).path("set").asBoolean()) {
      entry.put(SECRET, "${env:" + variable(name) + "}");
    }
    unless(settings, entry, "standardWebhooks", NODES.booleanNode(false));
    return entry;
  }

  private String variable(String name) {
    String letters = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    String base = (Character.isDigit(letters.charAt(0)) ? "_" : "") + letters + "_SHARED_SECRET";
    String variable = base;
    for (int i = 2; variables.contains(variable); i++) {
      variable = base + "_" + i;
    }
    variables.add(variable);
    return variable;
  }

  private static ArrayNode filters(JsonNode filters) {
    ArrayNode list = NODES.arrayNode();
    for (JsonNode filter : filters) {
      ObjectNode entry = list.addObject();
      copy(filter, entry, "name");
      unless(filter, entry, "enabled", NODES.booleanNode(true));
      copy(filter, entry, "when", "action", "percent");
      unless(filter, entry, "by", NODES.textNode("messageId"));
      copy(filter, entry, "fields");
    }
    return list;
  }

  private static void copy(JsonNode from, ObjectNode to, String... fields) {
    for (String field : fields) {
      if (from.has(field)) {
        to.set(field, literal(from.get(field)));
      }
    }
  }

  private static void unless(JsonNode from, ObjectNode to, String field, JsonNode defaults) {
    if (from.has(field) && !from.get(field).equals(defaults)) {
      copy(from, to, field);
    }
  }

  /** Escapes texts that look like variables. */
  private static JsonNode literal(JsonNode tree) {
    if (tree.isTextual()) {
      return NODES.textNode(EnvironmentVariables.literal(tree.textValue()));
    }
    if (tree.isArray()) {
      ArrayNode list = NODES.arrayNode();
      tree.forEach(item -> list.add(literal(item)));
      return list;
    }
    if (tree.isObject()) {
      ObjectNode object = NODES.objectNode();
      tree.properties().forEach(one -> object.set(one.getKey(), literal(one.getValue())));
      return object;
    }
    return tree;
  }

  /** Names of resources in the file: as declared, or derived from their names. */
  private static final class Names {

    private final Set<String> taken = new HashSet<>();

    Names(List<JsonNode> resources) {
      resources.forEach(one -> taken.add(one.path("declaredAs").asText()));
    }

    String of(JsonNode resource) {
      if (resource.has("declaredAs")) {
        return resource.get("declaredAs").asText();
      }
      String words =
          resource
              .path("name")
              .asText()
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9]+", "-")
              .replaceAll("^-+", "");
      String cut = words.substring(0, Math.min(words.length(), MAX_NAME_LENGTH));
      String plain = cut.replaceAll("-+$", "");
      String base = plain.isEmpty() ? "unnamed" : plain;
      String name = base;
      for (int i = 2; !taken.add(name); i++) {
        name = base + "-" + i;
      }
      return name;
    }
  }
}
