package io.postrider.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A top-level key that the service uses.
 *
 * <p>Fields with an ID are listed in a record's field table, so that readers find their values
 * without parsing. IDs never change their meaning.
 */
public enum Field {
  MESSAGE_ID("messageId", 1),
  USER_ID("userId", 2),
  ANONYMOUS_ID("anonymousId", 3),
  EVENT("event", 4),
  GROUP_ID("groupId", 5),
  PREVIOUS_ID("previousId", 6),
  NAME("name", 7),
  CATEGORY("category", 8),
  TRAITS("traits", 9),
  PROPERTIES("properties", 10),
  CONTEXT("context", 11),
  INTEGRATIONS("integrations", 12),
  TIMESTAMP("timestamp", 13),
  TYPE("type", 0),
  ORIGINAL_TIMESTAMP("originalTimestamp", 0),
  SENT_AT("sentAt", 0),
  RECEIVED_AT("receivedAt", 0),
  WRITE_KEY("writeKey", 0),
  BATCH("batch", 0);

  private static final Field[] ALL = values();
  private static final int MAX_KEY_LENGTH = ORIGINAL_TIMESTAMP.wireName.length();
  private static final Field[][] BY_LENGTH = new Field[MAX_KEY_LENGTH + 1][];

  static {
    for (int length = 0; length <= MAX_KEY_LENGTH; length++) {
      int wanted = length;
      BY_LENGTH[length] =
          Arrays.stream(ALL).filter(f -> f.key.length == wanted).toArray(Field[]::new);
    }
  }

  private final String wireName;
  private final int id;

  @SuppressWarnings("ImmutableEnumChecker") // never modified, never exposed
  private final byte[] key;

  @SuppressWarnings("ImmutableEnumChecker") // never modified, never exposed
  private final byte[] member;

  private final long head;
  private final long tail;

  Field(String wireName, int id) {
    this.wireName = wireName;
    this.id = id;
    this.key = wireName.getBytes(StandardCharsets.US_ASCII);
    int length = key.length;
    this.head = length < 8 ? JsonText.shortWord(key, 0, length) : JsonText.word(key, 0);
    this.tail = length < 8 ? 0 : JsonText.word(key, length - 8);
    this.member = (",\"" + wireName + "\":").getBytes(StandardCharsets.US_ASCII);
  }

  public String wireName() {
    return wireName;
  }

  /** The number in a record's field table, or 0 if the field is not listed there. */
  int id() {
    return id;
  }

  /** The index of this field in arrays; used only in memory. */
  @SuppressWarnings("EnumOrdinal")
  int index() {
    return ordinal();
  }

  /** The bit of this field in a set of fields. */
  int bit() {
    return 1 << index();
  }

  static int bits(Field... fields) {
    int bits = 0;
    for (Field field : fields) {
      bits |= field.bit();
    }
    return bits;
  }

  /** A comma, the quoted key and a colon. Do not modify. */
  byte[] member() {
    return member;
  }

  /** The field at an {@link #index}. */
  static Field at(int index) {
    return ALL[index];
  }

  /** The field with a key, given its first and last eight bytes; or null. */
  static @Nullable Field of(byte[] bytes, int from, int length, long head, long tail) {
    if (length > MAX_KEY_LENGTH) {
      return null;
    }
    for (Field field : BY_LENGTH[length]) {
      if (field.head == head && field.tail == tail) {
        return length <= 16 || bytes[from + 8] == field.key[8] ? field : null;
      }
    }
    return null;
  }

  static @Nullable Field of(String key) {
    for (Field field : ALL) {
      if (field.wireName.equals(key)) {
        return field;
      }
    }
    return null;
  }
}
