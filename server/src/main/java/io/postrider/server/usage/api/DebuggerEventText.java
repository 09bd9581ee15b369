package io.postrider.server.usage.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.EventRules;
import io.postrider.server.http.admin.Json;
import io.postrider.server.usage.debugger.DebuggerEvent;
import io.postrider.server.usage.debugger.DebuggerFilter;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Spells sightings as Server-Sent Events, with what its reader may see of them. Belongs to one
 * thread.
 *
 * <p>Every event is one line of data: JSON has no line ends. A write key in a message that was
 * turned away is left out.
 */
final class DebuggerEventText {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final List<String> SHOWN =
      List.of("type", "event", "messageId", "userId", "anonymousId");

  private final DebuggerFilter interest;
  private final Supplier<EventRules> rules;
  private final UnaryOperator<byte[]> redaction;

  /**
   * @param rules those of the source, now
   * @param redaction what makes of a message what its reader may see
   */
  DebuggerEventText(
      DebuggerFilter interest, Supplier<EventRules> rules, UnaryOperator<byte[]> redaction) {
    this.interest = interest;
    this.rules = rules;
    this.redaction = redaction;
  }

  /** The event of a sighting; empty if it is of no interest. */
  String of(DebuggerEvent sighting) {
    return switch (sighting) {
      case DebuggerEvent.Accepted accepted -> event("accepted", accepted(accepted.record()));
      case DebuggerEvent.Rejected rejected -> rejected(rejected);
      case DebuggerEvent.Missed missed ->
          event("missed", text(object().put("count", missed.count())));
    };
  }

  private String accepted(RecordView record) {
    byte[] json = new byte[record.json().remaining()];
    record.json().get(json);
    byte[] visible = redaction.apply(json);
    JsonNode message = parsed(visible);
    ObjectNode data = object().put("at", Json.text(record.receivedAt()));
    for (String field : SHOWN) {
      if (message != null && message.hasNonNull(field)) {
        data.set(field, message.get(field));
      }
    }
    data.put("filtered", rules.get().block(record));
    // as it is kept, to the byte
    String spelled = message == null ? "null" : new String(visible, UTF_8);
    String head = text(data);
    return head.substring(0, head.length() - 1) + ",\"message\":" + spelled + "}";
  }

  private String rejected(DebuggerEvent.Rejected rejected) {
    JsonNode body = rejected.body() == null ? null : parsed(rejected.body());
    if (interest.isParticular() && !isIn(rejected.type(), body)) {
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

  /** Whether what was turned away is what is looked for, as far as it says. */
  private boolean isIn(@Nullable MessageType called, @Nullable JsonNode body) {
    MessageType wanted = interest.type();
    return body != null
        && (wanted == null || wanted == called || says(body, "type", wanted.wireName()))
        && says(body, "event", interest.event())
        && says(body, "userId", interest.userId());
  }

  private static boolean says(JsonNode body, String field, @Nullable String wanted) {
    return wanted == null || wanted.equals(body.path(field).asText());
  }

  private static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  private static @Nullable JsonNode parsed(byte[] json) {
    try {
      return MAPPER.readTree(json);
    } catch (IOException unreadable) {
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
