package io.postrider.server.control.audience;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.message.Redaction;
import io.postrider.server.http.Json;

/** Members as they are shown to people who do not get to see all of a message. */
final class MaskedMember {

  private MaskedMember() {}

  /** What is hidden of the message that tells receivers of a member is hidden of the member. */
  static Computations.Member of(Computations.Member member, String key, Redaction redaction) {
    if (redaction.isNone()) {
      return member;
    }
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("userId", member.userId());
    if (member.value() != null) {
      message.putObject("traits").set(key, member.value());
    }
    JsonNode masked = Json.parse(redaction.masked(Json.text(message)).getBytes(UTF_8));
    JsonNode traits = masked.path("traits");
    return new Computations.Member(
        masked.path("userId").asText(),
        member.value() == null ? null : traits.isTextual() ? traits : traits.path(key),
        member.since());
  }
}
