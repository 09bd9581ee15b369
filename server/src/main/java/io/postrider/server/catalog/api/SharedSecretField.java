package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.Fields;
import org.jspecify.annotations.Nullable;

/** Reads a shared secret that a person chose. */
public final class SharedSecretField {

  public static final int LONGEST = 500;

  private static final String FIELD = "sharedSecret";

  private SharedSecretField() {}

  /** Whether the field asks for no secret: null, or an empty text. */
  public static boolean isNone(JsonNode node) {
    return node.isNull() || (node.isTextual() && node.textValue().isEmpty());
  }

  /** The secret of a field, or null if it is none; what is wrong about it is noted. */
  public static @Nullable String read(Fields fields, JsonNode node) {
    String text = node.isTextual() ? node.textValue() : "";
    boolean sound =
        text.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    if (text.isEmpty() || text.codePointCount(0, text.length()) > LONGEST || !sound) {
      fields.wrong(
          FIELD,
          "must be a string of 1 to %d characters without line breaks and other control characters"
              .formatted(LONGEST));
      return null;
    }
    return text;
  }
}
