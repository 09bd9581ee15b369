package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.Webhook;
import io.postrider.server.http.admin.FieldMessages;
import io.postrider.server.http.admin.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and validates the static headers of a webhook. */
public final class StaticHeaders {

  public static final int MAX_HEADERS = 50;
  static final int MAX_BYTES = 8_192;

  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern VALUE = Pattern.compile("[!-~]([\\t -~]*[!-~])?");

  /** Headers that the server sets or that belong to a connection. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "content-type",
          "transfer-encoding",
          "connection",
          "user-agent",
          "x-signature",
          "webhook-id",
          "webhook-timestamp",
          "webhook-signature",
          "keep-alive",
          "te",
          "trailer",
          "trailers",
          "upgrade",
          "http2-settings",
          "expect");

  private StaticHeaders() {}

  static List<Webhook.Header> read(Fields webhook) {
    JsonNode node = webhook.node("headers");
    if (node == null || node.isNull()) {
      return List.of();
    }
    if (!node.isObject() || node.size() > MAX_HEADERS) {
      webhook.wrong(
          "headers", "must be an object of at most %d names and values".formatted(MAX_HEADERS));
      return List.of();
    }
    List<Webhook.Header> headers = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    int bytes = 0;
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String name = entry.getKey();
      String value = entry.getValue().isTextual() ? entry.getValue().textValue() : null;
      String problem = problem(name, value);
      String same = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
      if (problem == null && same != null) {
        problem = FieldMessages.sameAs(same) + "; names are case-insensitive";
      }
      if (problem != null || value == null) {
        webhook.wrong("headers." + name, String.valueOf(problem));
        continue;
      }
      headers.add(new Webhook.Header(name, value));
      bytes += name.length() + value.length();
    }
    if (bytes > MAX_BYTES) {
      webhook.wrong("headers", "must have at most %,d bytes".formatted(MAX_BYTES));
    }
    return headers;
  }

  private static @Nullable String problem(String name, @Nullable String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!NAME.matcher(name).matches()) {
      return "is not a header name: use letters, digits and !#$%&'*+-.^_`|~";
    }
    if (RESERVED.contains(lower) || lower.startsWith("proxy-")) {
      return "cannot be set: it is reserved";
    }
    if (value == null) {
      return "must be a string";
    }
    if (!VALUE.matcher(value).matches()) {
      return "must consist of visible ASCII characters, with spaces or tabs only between them";
    }
    return null;
  }
}
