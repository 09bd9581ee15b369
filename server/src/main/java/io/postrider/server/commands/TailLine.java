package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.ops.TerminalText;

/** A line about a call of the live debugger, for people. Pure. */
final class TailLine {

  private TailLine() {}

  /**
   * @param name of the event: accepted, rejected or missed
   */
  static String of(String source, String name, JsonNode data) {
    StringBuilder line = new StringBuilder();
    if (name.equals("missed")) {
      return line.append("… ")
          .append(data.path("count").asLong())
          .append(" calls of ")
          .append(TerminalText.of(source))
          .append(" were left out")
          .toString();
    }
    add(line, "", data.path("at").asText());
    add(line, "", name);
    add(line, "", source);
    add(line, "", data.path("type").asText(""));
    add(line, "", data.path("event").asText(""));
    add(line, "user=", data.path("userId").asText(""));
    add(line, "anonymous=", data.path("anonymousId").asText(""));
    add(line, "id=", data.path("messageId").asText(""));
    if (name.equals("rejected")) {
      add(line, "", data.path("code").asText(""));
      add(line, "", data.path("message").asText(""));
    } else if (data.path("filtered").asBoolean()) {
      add(line, "", "(blocked)");
    }
    return line.toString().stripTrailing();
  }

  private static void add(StringBuilder line, String label, String value) {
    if (!value.isEmpty()) {
      line.append(label).append(TerminalText.of(value)).append("  ");
    }
  }
}
