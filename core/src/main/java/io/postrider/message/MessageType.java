package io.postrider.message;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** The type of a message. Only the service creates {@code DELETE}; clients cannot send it. */
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

  @SuppressWarnings("ImmutableEnumChecker") // never modified, never exposed
  private final byte[] json;

  MessageType(int code) {
    this.code = code;
    this.wireName = name().toLowerCase(Locale.ROOT);
    this.json = ('"' + wireName + '"').getBytes(StandardCharsets.US_ASCII);
  }

  /** The value of {@code type} in JSON, and the last segment of the request path. */
  public String wireName() {
    return wireName;
  }

  /** The code in a record's header. Codes never change their meaning. */
  public int code() {
    return code;
  }

  /** The type with a code, or empty if a newer version wrote it. */
  public static Optional<MessageType> ofCode(int code) {
    return code >= 1 && code <= ALL.length ? Optional.of(ALL[code - 1]) : Optional.empty();
  }

  /** The type of a path, long or short: {@code track} or {@code t}; never {@code delete}. */
  public static Optional<MessageType> ofPath(String path) {
    for (MessageType type : ALL) {
      boolean named = path.equals(type.wireName) || path.equals(type.wireName.substring(0, 1));
      if (named && type != DELETE) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** The quoted wire name. Do not modify. */
  byte[] json() {
    return json;
  }
}
