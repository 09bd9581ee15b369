package io.postrider.server.commands.receiver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import io.postrider.server.ops.TerminalText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A webhook and its answer.
 *
 * @param bytes of the body
 * @param status of the answer
 */
public record ReceivedWebhook(
    Instant at,
    String method,
    String path,
    String body,
    int bytes,
    SignatureState signature,
    int status) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  /** One line for people. */
  public String line(ZoneId zone) {
    JsonNode message = message();
    StringBuilder line =
        new StringBuilder(
            "%s  %d  %-9s  ".formatted(TIME.format(at.atZone(zone)), status, signature));
    if (message.isObject()) {
      line.append("%-8s  ".formatted(text(message, "type")));
      add(line, "", text(message, "event"));
      add(line, "user=", text(message, "userId"));
      add(line, "anonymous=", text(message, "anonymousId"));
      add(line, "id=", text(message, "messageId"));
    } else {
      add(line, "", TerminalText.of(method + " " + path + ", " + bytes + " bytes"));
    }
    return line.toString().stripTrailing();
  }

  private static void add(StringBuilder line, String label, String value) {
    if (!value.isEmpty()) {
      line.append(label).append(value).append("  ");
    }
  }

  private static String text(JsonNode message, String field) {
    return TerminalText.of(message.path(field).asText(""));
  }

  /** One line of JSON. */
  public String json() {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("at", Json.text(at))
            .put("method", method)
            .put("path", path)
            .put("status", status)
            .put("signature", signature.toString())
            .put("bytes", bytes);
    line.set("body", message());
    return Json.text(line);
  }

  /** The body; as text if it is not JSON. */
  private JsonNode message() {
    try {
      return Json.parseOwn(body);
    } catch (ApiException notJson) {
      return JsonNodeFactory.instance.textNode(body);
    }
  }
}
