package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.Fields;
import org.jspecify.annotations.Nullable;

/** Reads and validates a shared secret. */
public final class SharedSecretField {

  public static final int MAX_LENGTH = 500;

  private static final String FIELD = "sharedSecret";

  private SharedSecretField() {}

  /** The secret; null if it is invalid. The caller reads null, which removes a secret. */
  public static @Nullable String read(Fields fields, JsonNode node) {
    String text = node.isTextual() ? node.textValue() : "";
    boolean printable =
        text.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    if (node.isTextual() && text.isEmpty()) {
      fields.wrong(FIELD, "must not be empty; null removes the secret");
      return null;
    }
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
