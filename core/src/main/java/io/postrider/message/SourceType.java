package io.postrider.message;

import java.util.Locale;
import java.util.Optional;

/** The kind of client of a source. */
public enum SourceType {
  WEB,
  MOBILE,
  SERVER;

  /** The name on the wire: {@code web}, {@code mobile} or {@code server}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type with a wire name, or empty if there is none. */
  public static Optional<SourceType> parse(String wireName) {
    for (SourceType type : values()) {
      if (type.wireName().equals(wireName)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
