package io.postrider.route;

import java.util.Locale;
import java.util.Optional;

/** The payload format of a destination. */
public enum PayloadFormat {
  /** The standard fields of the message's type. */
  STANDARD,
  /** The whole message as it was accepted. */
  FULL;

  /** The name on the wire: {@code standard} or {@code full}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The format with a name on the wire; empty if unknown. */
  public static Optional<PayloadFormat> parse(String wireName) {
    for (PayloadFormat payload : values()) {
      if (payload.wireName().equals(wireName)) {
        return Optional.of(payload);
      }
    }
    return Optional.empty();
  }
}
