package io.postrider.server.commands.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads one JSON object per line. */
final class NdjsonReader implements CallReader {

  private static final String INVALID = "invalid_json";

  private final LineInput lines;
  private final CallForm form;

  NdjsonReader(LineInput lines, CallForm form) {
    this.lines = lines;
    this.form = form;
  }

  @Override
  public @Nullable ImportLine next() throws IOException {
    while (true) {
      byte[] line = lines.next();
      if (line == null) {
        return null;
      }
      String text = lines.isCut() ? null : LineInput.text(line);
      if (text == null) {
        return unreadable(new String(line, StandardCharsets.UTF_8));
      }
      String input = lines.lines() == 1 && text.startsWith("\ufeff") ? text.substring(1) : text;
      if (!input.isBlank()) {
        return read(input);
      }
    }
  }

  private ImportLine unreadable(String input) {
    return lines.isCut()
        ? new ImportLine.Broken(
            lines.lines(), input, "message_too_large", "The line has more than 1 MiB.")
        : new ImportLine.Broken(lines.lines(), input, INVALID, "The line is not UTF-8.");
  }

  private ImportLine read(String input) {
    long number = lines.lines();
    try {
      JsonNode call = Json.parseOwn(input);
      return call instanceof ObjectNode object
          ? form.complete(object, number, input)
          : new ImportLine.Broken(number, input, INVALID, "The line is not a JSON object.");
    } catch (ApiException e) {
      String reason = String.valueOf(e.getMessage());
      boolean maybeCsv = number == 1 && !input.stripLeading().startsWith("{");
      return new ImportLine.Broken(
          number, input, INVALID, maybeCsv ? reason + " For CSV, use --format csv." : reason);
    }
  }
}
