package io.postrider.server.usage.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.EventRules;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import io.postrider.server.usage.debugger.DebuggerEvent;
import io.postrider.server.usage.debugger.DebuggerFilter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes debugger events as Server-Sent Events, redacted for their reader. Belongs to one thread.
 *
 * <p>Every event is one line of data, because JSON has no line ends. Write keys of rejected
 * messages are removed.
 */
final class DebuggerEventText {

  private static final List<String> SHOWN =
      List.of("type", "event", "messageId", "userId", "anonymousId");

  private final DebuggerFilter filter;
  private final Supplier<EventRules> rules;
  private final UnaryOperator<byte[]> redaction;

  /**
   * @param rules the current event rules of the source
   * @param redaction masks what the reader may not see
   */
  DebuggerEventText(
      DebuggerFilter filter, Supplier<EventRules> rules, UnaryOperator<byte[]> redaction) {
    this.filter = filter;
    this.rules = rules;
    this.redaction = redaction;
  }

  /** The text of an event; empty if the filter excludes it. */
  String of(DebuggerEvent event) {
    return switch (event) {
      case DebuggerEvent.Accepted accepted -> event("accepted", accepted(accepted.record()));
      case DebuggerEvent.Rejected rejected -> rejected(rejected);
      case DebuggerEvent.Missed missed ->
          event("missed", text(object().put("count", missed.count())));
    };
  }

  private String accepted(RecordView record) {
    ByteBuffer whole = record.json();
    byte[] json = new byte[whole.remaining()];
    whole.get(json);
    byte[] visible = redaction.apply(json);
    JsonNode message = parsed(visible);
    ObjectNode data = object().put("at", Json.text(record.receivedAt()));
    for (String field : SHOWN) {
      if (message != null && message.hasNonNull(field)) {
        data.set(field, message.get(field));
      }
    }
    data.put("filtered", rules.get().block(record));
    // the exact bytes of the record
    String text = message == null ? "null" : new String(visible, UTF_8);
    String head = text(data);
    return head.substring(0, head.length() - 1) + ",\"message\":" + text + "}";
  }

  private String rejected(DebuggerEvent.Rejected rejected) {
    JsonNode body = rejected.body() == null ? null : parsed(rejected.body());
    if (filter.hasContentFilter() && !matches(rejected.type(), body)) {
      return "";
    }
    ObjectNode data =
        object()
            .put("at", Json.text(rejected.at()))
            .put("code", rejected.why().code().wireName())
            .put("message", rejected.why().message());
    if (rejected.index() != null) {
      data.put("index", rejected.index());
    }
    if (rejected.messageId() != null) {
      data.put("messageId", rejected.messageId());
    }
    if (body instanceof ObjectNode sent) {
      sent.remove("writeKey");
      data.set("body", parsed(redaction.apply(Json.write(sent))));
    }
    return event("rejected", text(data));
  }

  /** Whether a rejected message matches the filter. */
  private boolean matches(@Nullable MessageType called, @Nullable JsonNode body) {
    MessageType wanted = filter.type();
    return body != null
        && (wanted == null || wanted == called || hasValue(body, "type", wanted.wireName()))
        && hasValue(body, "event", filter.event())
        && hasValue(body, "userId", filter.userId());
  }

  private static boolean hasValue(JsonNode body, String field, @Nullable String wanted) {
    return wanted == null || wanted.equals(body.path(field).asText());
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static @Nullable JsonNode parsed(byte[] json) {
    try {
      return Json.parseOwn(json);
    } catch (ApiException unreadable) {
      return null;
    }
  }

  private static String text(JsonNode node) {
    return new String(Json.write(node), UTF_8);
  }

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }
}
