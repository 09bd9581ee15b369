package io.postrider.server.commands.convert;

import static io.postrider.server.commands.convert.WebhookFields.first;
import static io.postrider.server.commands.convert.WebhookFields.isOn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Converts responses of Segment's Public API: sources, destinations, their filters, and the
 * subscriptions (mappings) of action destinations. One thread.
 */
final class SegmentExport {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String DESTINATION = "destination";
  private static final List<String> LISTS =
      List.of("sources", "destinations", "filters", "subscriptions");

  private final Conversion conversion;
  private final Map<String, String> sourceNames = new HashMap<>();
  private final Map<String, List<JsonNode>> subscriptions = new HashMap<>();
  private final Map<String, List<JsonNode>> filters = new HashMap<>();

  SegmentExport(Conversion conversion) {
    this.conversion = conversion;
  }

  /** Whether a file has sources or destinations of Segment. */
  static boolean fits(List<JsonNode> files) {
    return Stream.concat(list(files, "sources"), list(files, "destinations"))
        .anyMatch(one -> one.has("metadata"));
  }

  /** The different objects of a list in all files; responses have them in {@code data}. */
  private static Stream<JsonNode> list(List<JsonNode> files, String name) {
    return files.stream().flatMap(file -> data(file).path(name).valueStream()).distinct();
  }

  private static JsonNode data(JsonNode file) {
    return file.has("data") ? file.path("data") : file;
  }

  /** Whether a file is a response with one of the lists, which may be empty. */
  static boolean isResponse(JsonNode file) {
    return LISTS.stream().anyMatch(name -> data(file).path(name).isArray());
  }

  /** A page that refers to a further one, which is in no file, has only a part of a list. */
  private void pages(List<JsonNode> files) {
    for (String name : LISTS) {
      List<JsonNode> pages =
          files.stream()
              .map(SegmentExport::data)
              .filter(data -> data.path(name).isArray())
              .map(data -> data.path("pagination"))
              .toList();
      for (JsonNode page : pages) {
        String next = first(page, "next");
        if (!next.isEmpty()
            && pages.stream().noneMatch(one -> next.equals(first(one, "current")))) {
          conversion.note(
              "list",
              name,
              "It has further pages: save and add the one of the cursor " + next + ".");
        }
      }
    }
  }

  void read(List<JsonNode> files) {
    pages(files);
    list(files, "subscriptions").forEach(one -> group(subscriptions, one));
    list(files, "filters").forEach(one -> group(filters, one));
    list(files, "sources").forEach(this::source);
    list(files, "destinations").forEach(this::destination);
  }

  private static void group(Map<String, List<JsonNode>> groups, JsonNode one) {
    String destination = one.path("destinationId").asText();
    groups.computeIfAbsent(destination, any -> new ArrayList<>()).add(one);
  }

  private void source(JsonNode source) {
    String name = first(source, "name", "slug", "id");
    JsonNode metadata = source.path("metadata");
    Optional<String> type =
        Stream.concat(
                Stream.of(first(metadata, "slug"), first(metadata, "name")),
                metadata.path("categories").valueStream().map(JsonNode::asText))
            .flatMap(kind -> SourceTypes.of(kind).stream())
            .findFirst();
    if (type.isEmpty() || metadata.path("isCloudEventSource").asBoolean()) {
      conversion.leaveOut(
          "source",
          name,
          "Sources of the kind %s cannot be converted.".formatted(first(metadata, "name", "slug")));
      return;
    }
    ObjectNode fields = NODES.objectNode().put("type", type.get());
    if (!isOn(source, "enabled")) {
      fields.put("enabled", false);
    }
    JsonNode keys = source.path("writeKeys");
    if (!keys.isEmpty()) {
      fields.put("writeKey", keys.get(0).asText());
    }
    if (keys.size() > 1) {
      conversion.note("source", name, "Only the first of its write keys is used.");
    }
    conversion
        .addSource(name, fields)
        .ifPresent(added -> sourceNames.put(source.path("id").asText(), added));
  }

  private void destination(JsonNode destination) {
    String kind = first(destination.path("metadata"), "slug", "name");
    String name = first(destination, "name", "id");
    if (!kind.toLowerCase(Locale.ROOT).contains("webhook")) {
      conversion.leaveOut(DESTINATION, name, "It is no webhook but " + kind + ".");
      return;
    }
    List<JsonNode> mappings =
        subscriptions.getOrDefault(destination.path("id").asText(), List.of());
    ArrayNode webhooks = webhooks(destination.path("settings"));
    if (mappings.isEmpty() && webhooks.isEmpty()) {
      conversion.leaveOut(
          DESTINATION, name, "It has no URL. Its subscriptions have them: add their file.");
    } else if (mappings.isEmpty()) {
      add(destination, name, webhooks, isOn(destination, "enabled"), NODES.arrayNode());
    } else {
      mappings.forEach(mapping -> mapping(destination, mapping, mappings.size() == 1));
    }
  }

  /** The URLs of a classic destination: texts, or objects with headers. One may be there twice. */
  private static ArrayNode webhooks(JsonNode settings) {
    ArrayNode webhooks = NODES.arrayNode();
    Set<String> seen = new HashSet<>();
    for (String field : List.of("hooks", "webhooks", "globalHook")) {
      JsonNode hooks = settings.path(field);
      for (JsonNode hook : hooks.isArray() ? hooks : NODES.arrayNode().add(hooks)) {
        String url = hook.isTextual() ? hook.textValue() : first(hook, "hook", "url", "webhookUrl");
        if (!url.isEmpty() && seen.add(url)) {
          JsonNode headers = hook.has("headers") ? hook.path("headers") : settings.path("headers");
          webhooks.add(WebhookFields.webhook(url, headers));
        }
      }
    }
    return webhooks;
  }

  /** A mapping of an action destination delivers by itself, and so becomes a destination. */
  private void mapping(JsonNode destination, JsonNode mapping, boolean only) {
    String parent = first(destination, "name", "id");
    String name = only ? parent : parent + ": " + first(mapping, "name", "id");
    JsonNode settings = mapping.path("settings");
    String method = first(settings, "method");
    if (!method.isEmpty() && !method.equalsIgnoreCase("POST")) {
      conversion.leaveOut(DESTINATION, name, "It uses " + method + ", not POST.");
      return;
    }
    JsonNode data = settings.path("data");
    if (!data.isMissingNode() && !data.path("@path").asText().equals("$.")) {
      conversion.note(DESTINATION, name, "Its fields are not mapped: it gets the whole message.");
    }
    if (settings.path("enable_batching").asBoolean()) {
      conversion.note(DESTINATION, name, "It gets each message by itself, not in batches.");
    }
    ArrayNode own = NODES.arrayNode();
    boolean enabled = isOn(destination, "enabled") && isOn(mapping, "enabled");
    try {
      Fql.parse(first(mapping, "trigger"))
          .ifPresent(
              trigger ->
                  own.addObject()
                      .put("name", "Trigger")
                      .put("action", "drop")
                      .set("when", NODES.objectNode().set("not", trigger)));
    } catch (Fql.UnsupportedException e) {
      enabled = false;
      disabled(name, "trigger", e);
    }
    ArrayNode webhooks = NODES.arrayNode();
    webhooks.add(WebhookFields.webhook(first(settings, "url"), settings.path("headers")));
    add(destination, name, webhooks, enabled, own);
  }

  private void add(
      JsonNode destination, String name, ArrayNode webhooks, boolean enabled, ArrayNode own) {
    boolean complete = enabled;
    for (JsonNode filter : filters.getOrDefault(destination.path("id").asText(), List.of())) {
      try {
        SegmentFilter.convert(filter).forEach(own::add);
      } catch (Fql.UnsupportedException e) {
        complete = false;
        disabled(name, "filter \"" + first(filter, "title", "id") + "\"", e);
      }
    }
    ObjectNode fields = WebhookFields.destination(complete, webhooks);
    if (!own.isEmpty()) {
      fields.set("filters", own);
    }
    String source = sourceNames.get(destination.path("sourceId").asText());
    if (source == null) {
      conversion.note(DESTINATION, name, "Its source is not in the file.");
    }
    boolean signed = !first(destination.path("settings"), "sharedSecret").isEmpty();
    conversion.addDestination(name, fields, source == null ? List.of() : List.of(source), signed);
  }

  /** Without its filter it would get messages that it must not get. */
  private void disabled(String name, String part, Fql.UnsupportedException e) {
    conversion.note(
        DESTINATION,
        name,
        "It is disabled: its %s cannot be converted (%s).".formatted(part, e.getMessage()));
  }
}
