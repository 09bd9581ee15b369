package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.Fields;
import org.jspecify.annotations.Nullable;

/** Reads and validates a shared secret. */
public final class SharedSecretField {

  public static final int MAX_LENGTH = 500;

  private static final String FIELD = "sharedSecret";

  private SharedSecretField() {}

  /** Whether the field removes the secret: null or an empty text. */
  public static boolean isNone(JsonNode node) {
    return node.isNull() || (node.isTextual() && node.textValue().isEmpty());
  }

  /** The secret; null if it is invalid. */
  public static @Nullable String read(Fields fields, JsonNode node) {
    String text = node.isTextual() ? node.textValue() : "";
    boolean printable =
        text.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    if (text.isEmpty() || text.codePointCount(0, text.length()) > MAX_LENGTH || !printable) {
      fields.wrong(
          FIELD,
          "must be a string of 1 to %d characters without control characters"
              .formatted(MAX_LENGTH));
      return null;
    }
    return text;
  }
}
