package io.postrider.server.catalog.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationKey;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.message.Redaction;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.Visibility;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.DestinationView;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.SourceView;
import io.postrider.server.catalog.api.ComputationView;
import io.postrider.server.catalog.api.WorkspaceView;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.http.admin.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Writes the catalog as a workspace file; applying that file changes nothing. Environment variables
 * stand for secrets. Belongs to one thread.
 */
public final class WorkspaceExport {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String SECRET = "sharedSecret";

  private static final List<String> SOURCE_FIELDS =
      List.of("id", "name", "type", "enabled", "rateLimit", "newEvents", "writeKey");
  private static final List<String> COMPUTATION_FIELDS =
      List.of("id", "name", "key", "enabled", "destinations", "definition", "sync");
  private static final JsonNode SOURCE_DEFAULTS =
      NODES.objectNode().put("enabled", true).put("newEvents", "allow");
  private static final JsonNode SETTINGS_DEFAULTS =
      NODES.objectNode().put("standardWebhooks", false);
  private static final JsonNode WEBHOOK_DEFAULTS =
      NODES.objectNode().set("headers", NODES.objectNode());
  private static final JsonNode FILTER_DEFAULTS =
      NODES.objectNode().put("enabled", true).put("by", "messageId");
  private static final JsonNode DESTINATION_DEFAULTS = destinationDefaults();

  /** How the file is written. JSON is YAML too, so that both can be applied. */
  public enum Format {
    YAML,
    JSON
  }

  private final Map<String, String> sourceNames = new HashMap<>();
  private final Map<String, String> destinationNames = new HashMap<>();
  private final SecretVariables variables = new SecretVariables();

  private WorkspaceExport() {}

  /** The view of a new destination; its sources are always exported. */
  private static JsonNode destinationDefaults() {
    LogEndOffsets none = new LogEndOffsets(List.of());
    Destination destination =
        new DestinationChange(null, null, null, null, UnaryOperator.identity())
            .create(new DestinationId(0), Instant.EPOCH, new LogRange(none, none));
    DestinationHealth.Report health = DestinationHealth.Report.bySettings(destination);
    DestinationView view =
        DestinationView.of(destination, health, null, Visibility.ALL, Instant.EPOCH);
    return ((ObjectNode) Json.tree(view)).without("sources");
  }

  /** The file of a catalog, as YAML. */
  public static String of(CatalogStore.Snapshot snapshot, Instant now) {
    return of(snapshot, now, Format.YAML);
  }

  /** The file of a catalog. */
  public static String of(CatalogStore.Snapshot snapshot, Instant now, Format format) {
    List<JsonNode> sources = new ArrayList<>();
    for (Source source : snapshot.sources()) {
      String name = snapshot.declarations().name(source.id());
      sources.add(Json.tree(SourceView.of(source, name, now)));
    }
    List<JsonNode> destinations = new ArrayList<>();
    for (Destination destination : snapshot.destinations()) {
      String name = snapshot.declarations().name(destination.id());
      DestinationHealth.Report health = DestinationHealth.Report.bySettings(destination);
      destinations.add(
          Json.tree(DestinationView.of(destination, health, name, Visibility.ALL, now)));
    }
    return of(
        Json.tree(WorkspaceView.of(snapshot.workspace(), snapshot.declarations(), Visibility.ALL)),
        sources,
        destinations,
        computations(snapshot, ComputationKind.AUDIENCE),
        computations(snapshot, ComputationKind.TRAIT),
        format);
  }

  private static List<JsonNode> computations(CatalogStore.Snapshot snapshot, ComputationKind kind) {
    List<JsonNode> computations = new ArrayList<>();
    for (Computation one : snapshot.computations()) {
      if (one.id().kind() == kind) {
        String name = snapshot.declarations().name(one.id());
        ComputationResults.Report report = ComputationResults.Report.bySettings(one);
        computations.add(Json.tree(ComputationView.of(one, report, name, Redaction.NONE)));
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
      List<JsonNode> computedTraits,
      Format format) {
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
    return format == Format.JSON ? whole + "\n" : export.text(whole);
  }

  private String text(ObjectNode whole) {
    StringBuilder head = new StringBuilder("# Written by postrider export.\n");
    head.append(variables.comment());
    return head + YamlWriter.of(whole);
  }

  /** The declared fields of the workspace, and those that differ from the defaults. */
  private ObjectNode workspace(JsonNode workspace) {
    Set<String> declared = new HashSet<>();
    workspace.path("declared").forEach(field -> declared.add(field.asText()));
    JsonNode defaults =
        Json.tree(WorkspaceView.of(Workspace.DEFAULT, Declarations.NONE, Visibility.ALL));
    ObjectNode section = NODES.objectNode();
    for (Map.Entry<String, JsonNode> field : defaults.properties()) {
      String name = field.getKey();
      if (declared.contains(name) || !workspace.path(name).equals(field.getValue())) {
        section.set(
            name,
            name.equals("notifications")
                ? notifications(workspace.path(name), field.getValue())
                : EnvironmentVariables.literal(workspace.path(name)));
      }
    }
    return section;
  }

  private ObjectNode notifications(JsonNode notifications, JsonNode defaults) {
    return withVariable(
        entry(notifications, defaults, fields(notifications)), notifications, "workspace");
  }

  private ObjectNode sources(List<JsonNode> sources) {
    ResourceNames names = new ResourceNames(sources);
    ObjectNode section = NODES.objectNode();
    for (JsonNode source : sources) {
      ObjectNode entry = entry(source, SOURCE_DEFAULTS, SOURCE_FIELDS);
      if (!WorkspaceFileForm.WRITE_KEY.matcher(source.path("writeKey").asText()).matches()) {
        entry.remove("writeKey");
      }
      String name = names.of(source);
      sourceNames.put(source.path("id").asText(), name);
      section.set(name, entry);
    }
    return section;
  }

  /** Exports every field of the view that can be set, so that new settings are exported too. */
  private ObjectNode destinations(List<JsonNode> destinations) {
    ResourceNames names = new ResourceNames(destinations);
    ObjectNode section = NODES.objectNode();
    for (JsonNode destination : destinations) {
      String name = names.of(destination);
      destinationNames.put(destination.path("id").asText(), name);
      List<String> fields = fields(destination);
      fields.removeIf(DestinationView.READ_ONLY::contains);
      fields.addFirst("id");
      ObjectNode entry = entry(destination, DESTINATION_DEFAULTS, fields);
      entry.set("sources", names(destination.path("sources"), sourceNames));
      entry.set("settings", settings(destination.path("settings"), name));
      if (entry.has("filters")) {
        entry.set("filters", filters(destination.path("filters")));
      }
      section.set(name, entry);
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
    ResourceNames names = new ResourceNames(computations);
    ObjectNode section = NODES.objectNode();
    for (JsonNode computation : computations) {
      String defaultKey = ComputationKey.of(computation.path("name").asText()).orElse("");
      JsonNode defaults =
          NODES.objectNode().put("key", defaultKey).put("enabled", true).put("sync", "realtime");
      ObjectNode entry = entry(computation, defaults, COMPUTATION_FIELDS);
      entry.set("destinations", names(computation.path("destinations"), destinationNames));
      section.set(names.of(computation), entry);
    }
    return section;
  }

  private ObjectNode settings(JsonNode settings, String name) {
    ObjectNode entry = entry(settings, SETTINGS_DEFAULTS, fields(settings));
    ArrayNode webhooks = entry.putArray("webhooks");
    for (JsonNode webhook : settings.path("webhooks")) {
      webhooks.add(entry(webhook, WEBHOOK_DEFAULTS, fields(webhook)));
    }
    return withVariable(entry, settings, name);
  }

  /** Replaces the state of a secret by a variable. */
  private ObjectNode withVariable(ObjectNode entry, JsonNode view, String name) {
    if (view.path(SECRET).path("set").asBoolean()) {
      return entry.put(SECRET, variables.reference(name));
    }
    entry.remove(SECRET);
    return entry;
  }

  private static ArrayNode filters(JsonNode filters) {
    ArrayNode list = NODES.arrayNode();
    for (JsonNode filter : filters) {
      list.add(entry(filter, FILTER_DEFAULTS, fields(filter)));
    }
    return list;
  }

  private static List<String> fields(JsonNode view) {
    List<String> fields = new ArrayList<>();
    view.fieldNames().forEachRemaining(fields::add);
    return fields;
  }

  /** The present fields of a view that differ from their defaults. */
  private static ObjectNode entry(JsonNode view, JsonNode defaults, List<String> fields) {
    ObjectNode entry = NODES.objectNode();
    for (String field : fields) {
      if (view.has(field) && !view.get(field).equals(defaults.path(field))) {
        entry.set(field, EnvironmentVariables.literal(view.get(field)));
      }
    }
    return entry;
  }
}
