package io.postrider.message;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** What a message says. {@code DELETE} is made by the service and never accepted from outside. */
public enum MessageType {
  IDENTIFY(1),
  TRACK(2),
  PAGE(3),
  SCREEN(4),
  GROUP(5),
  ALIAS(6),
  DELETE(7);

  private static final MessageType[] ALL = values();

  private final int code;
  private final String wireName;

  @SuppressWarnings("ImmutableEnumChecker") // never changed, and not seen outside
  private final byte[] json;

  MessageType(int code) {
    this.code = code;
    this.wireName = name().toLowerCase(Locale.ROOT);
    this.json = ('"' + wireName + '"').getBytes(StandardCharsets.US_ASCII);
  }

  /** The value of {@code type} in JSON, and the last part of the request's path. */
  public String wireName() {
    return wireName;
  }

  /** The number that stands for the type in a record's header; never changes its meaning. */
  public int code() {
    return code;
  }

  /** The type of a code in a record's header, or nothing if a newer version wrote it. */
  public static Optional<MessageType> ofCode(int code) {
    return code >= 1 && code <= ALL.length ? Optional.of(ALL[code - 1]) : Optional.empty();
  }

  /**
   * The type that a path stands for: {@code track}, or {@code t} as browser and mobile libraries
   * write it. Nothing for {@code delete}, which has no path.
   */
  public static Optional<MessageType> ofPath(String path) {
    for (MessageType type : ALL) {
      boolean named = path.equals(type.wireName) || path.equals(type.wireName.substring(0, 1));
      if (named && type != DELETE) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** The wire name as JSON, quotes included. Not to be changed. */
  byte[] json() {
    return json;
  }
}
