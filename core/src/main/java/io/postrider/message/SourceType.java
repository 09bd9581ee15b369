package io.postrider.message;

import java.util.Locale;
import java.util.Optional;

/** What kind of program a source's messages come from. */
public enum SourceType {
  WEB,
  MOBILE,
  SERVER;

  /** The name on the wire: {@code web}, {@code mobile} or {@code server}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of a name on the wire, or nothing if it is not one. */
  public static Optional<SourceType> parse(String wireName) {
    for (SourceType type : values()) {
      if (type.wireName().equals(wireName)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
