package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.Json;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Completes calls: a type where none is given, and a message ID made of the line's number and
 * content, so that a line that is sent again is recognized. Immutable.
 *
 * @param type of calls without one; null to leave them without
 */
record CallForm(@Nullable String type) {

  /** The most bytes of a call, which the tracking API accepts. */
  static final int MAX_BYTES = 32_768;

  private static final int ID_LENGTH = 22;

  /** Completes a call. */
  ImportLine complete(ObjectNode call, long number, String input) {
    if (type != null && call.path("type").asText("").isEmpty()) {
      call.put("type", type);
    }
    if (call.path("messageId").asText("").isEmpty()) {
      call.put("messageId", messageId(number, input));
    }
    String json = Json.text(call);
    return json.length() > MAX_BYTES || json.getBytes(UTF_8).length > MAX_BYTES
        ? new ImportLine.Broken(
            number,
            input,
            "message_too_large",
            "The call has more than %,d bytes.".formatted(MAX_BYTES))
        : new ImportLine.Call(number, input, json);
  }

  /** The ID of a line: the same whenever it is imported, and another one for every line. */
  static String messageId(long number, String input) {
    MessageDigest digest = LineInput.sha256();
    digest.update((number + "\n").getBytes(UTF_8));
    byte[] hash = digest.digest(input.getBytes(UTF_8));
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    return "imp-" + text.substring(0, ID_LENGTH);
  }
}
