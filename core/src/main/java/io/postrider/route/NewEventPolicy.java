package io.postrider.route;

import java.util.Locale;
import java.util.Optional;

/** What becomes of track calls whose event nobody has decided about. */
public enum NewEventPolicy {
  ALLOW,
  BLOCK;

  /** The name on the wire: {@code allow} or {@code block}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value of a name on the wire, or nothing if it is not one. */
  public static Optional<NewEventPolicy> parse(String wireName) {
    for (NewEventPolicy value : values()) {
      if (value.wireName().equals(wireName)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }
}
