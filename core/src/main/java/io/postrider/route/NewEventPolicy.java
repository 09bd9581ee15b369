package io.postrider.route;

import java.util.Locale;
import java.util.Optional;

/** The policy for track calls whose event is neither blocked nor allowed. */
public enum NewEventPolicy {
  ALLOW,
  BLOCK;

  /** The name on the wire: {@code allow} or {@code block}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy with a name on the wire; empty if unknown. */
  public static Optional<NewEventPolicy> parse(String wireName) {
    for (NewEventPolicy value : values()) {
      if (value.wireName().equals(wireName)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }
}
