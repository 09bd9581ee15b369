package io.postrider.server.commands.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Reads webhooks in the forms that other systems write them. Pure. */
final class WebhookFields {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private WebhookFields() {}

  /** A destination that gets the whole message, as both other systems send it. */
  static ObjectNode destination(boolean enabled, ArrayNode webhooks) {
    ObjectNode fields = NODES.objectNode();
    if (!enabled) {
      fields.put("enabled", false);
    }
    fields.put("payload", "full");
    fields.putObject("settings").set("webhooks", webhooks);
    return fields;
  }

  /** A webhook of a URL and headers in any form. */
  static ObjectNode webhook(String url, JsonNode headers) {
    ObjectNode webhook = NODES.objectNode().put("url", url);
    ObjectNode read = headers(headers);
    if (!read.isEmpty()) {
      webhook.set("headers", read);
    }
    return webhook;
  }

  /** Headers of an object, or of a list of names and values. */
  private static ObjectNode headers(JsonNode headers) {
    ObjectNode read = NODES.objectNode();
    if (headers.isObject()) {
      for (Map.Entry<String, JsonNode> header : headers.properties()) {
        read.put(header.getKey(), header.getValue().asText());
      }
    }
    if (headers.isArray()) {
      for (JsonNode header : headers) {
        String name = first(header, "from", "key", "name");
        if (!name.isEmpty()) {
          read.put(name, first(header, "to", "value"));
        }
      }
    }
    return read;
  }

  /** The text of the first of these fields that is present; empty if none is. */
  static String first(JsonNode object, String... names) {
    for (String name : names) {
      if (object.path(name).isTextual() && !object.path(name).textValue().isEmpty()) {
        return object.path(name).textValue();
      }
    }
    return "";
  }

  /** Whether a field is true, or absent. */
  static boolean isOn(JsonNode object, String name) {
    return object.path(name).asBoolean(true);
  }
}
