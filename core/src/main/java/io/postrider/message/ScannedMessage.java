package io.postrider.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one scanned message. The last value of a repeated key counts.
 *
 * <p>Reusable; belongs to one thread. {@code null} and {@code ""} for an id, and {@code null} for
 * an object, count as absent. The kinds of fields are also stored as bit sets, so that a check of
 * several fields is one operation.
 */
final class ScannedMessage {

  private static final Field[] IDS = {
    Field.USER_ID, Field.ANONYMOUS_ID, Field.PREVIOUS_ID, Field.GROUP_ID, Field.MESSAGE_ID
  };
  private static final Field[] OBJECTS = {
    Field.PROPERTIES, Field.TRAITS, Field.CONTEXT, Field.INTEGRATIONS
  };
  private static final Field[] NAMES = {Field.NAME, Field.CATEGORY};
  private static final int NAME_BITS = Field.bits(NAMES);
  private static final int ID_BITS = Field.bits(IDS);
  private static final int OBJECT_BITS = Field.bits(OBJECTS);
  private static final MessageType[] TYPES = {
    MessageType.TRACK,
    MessageType.IDENTIFY,
    MessageType.PAGE,
    MessageType.SCREEN,
    MessageType.GROUP,
    MessageType.ALIAS,
    MessageType.DELETE
  };

  private final int[] kinds = new int[Field.values().length];
  private final int[] froms = new int[Field.values().length];
  private final int[] tos = new int[Field.values().length];
  private int present;
  private int strings;
  private int texts;
  private int numbers;
  private int objects;
  private int nulls;
  private MessageTable table = new MessageTable();
  private byte[] bytes = {};
  private int message;
  private long timestamp;
  private boolean timestampWritten;

  void load(byte[] bytes, MessageTable table, int message) {
    this.bytes = bytes;
    this.table = table;
    this.message = message;
    forget();
    int end = table.membersEnd(message);
    for (int member = table.firstMember(message); member < end; member++) {
      int field = table.field(member);
      int kind = table.kind(member);
      int from = table.valueFrom(member);
      int to = table.valueTo(member);
      if (kinds[field] != 0) {
        forget(1 << field);
      }
      kinds[field] = kind;
      froms[field] = from;
      tos[field] = to;
      present |= 1 << field;
      switch (kind) {
        case JsonScanner.STRING -> {
          strings |= 1 << field;
          texts |= to - from > 2 ? 1 << field : 0;
        }
        case JsonScanner.NUMBER -> numbers |= 1 << field;
        case JsonScanner.OBJECT -> objects |= 1 << field;
        case JsonScanner.NULL -> nulls |= 1 << field;
        default -> {}
      }
    }
  }

  private void forget() {
    for (int rest = present; rest != 0; rest &= rest - 1) {
      kinds[Integer.numberOfTrailingZeros(rest)] = 0;
    }
    forget(-1);
  }

  private void forget(int fields) {
    present &= ~fields;
    strings &= ~fields;
    texts &= ~fields;
    numbers &= ~fields;
    objects &= ~fields;
    nulls &= ~fields;
  }

  /** The subset of some fields that are IDs: non-empty strings and numbers. */
  int ids(int fields) {
    return (texts | numbers) & fields;
  }

  int numbers(int fields) {
    return numbers & fields;
  }

  int objects(int fields) {
    return objects & fields;
  }

  /** The subset of some fields that are present and not null. */
  int values(int fields) {
    return present & ~nulls & fields;
  }

  /** The present keys. */
  int present() {
    return present;
  }

  byte[] bytes() {
    return bytes;
  }

  MessageTable table() {
    return table;
  }

  int message() {
    return message;
  }

  boolean has(int flag) {
    return (table.flags(message) & flag) != 0;
  }

  /** The kind of a field's value, or 0 if the key is absent. */
  int kind(Field field) {
    return kinds[field.index()];
  }

  int from(Field field) {
    return froms[field.index()];
  }

  int to(Field field) {
    return tos[field.index()];
  }

  boolean hasObject(Field field) {
    return (objects & field.bit()) != 0;
  }

  /** Whether the field is a non-empty object. */
  boolean hasMembers(Field field) {
    return hasObject(field) && to(field) - from(field) > 2;
  }

  boolean hasText(Field field) {
    return (texts & field.bit()) != 0;
  }

  /** Whether the field is an ID: a non-empty string or a number. */
  boolean hasId(Field field) {
    return ids(field.bit()) != 0;
  }

  /** Whether the key is present and its value is not null. */
  boolean hasValue(Field field) {
    return values(field.bit()) != 0;
  }

  /** The time in a field, or {@link Timestamps#UNREADABLE}. */
  long time(Field field) {
    return hasText(field)
        ? Timestamps.parse(bytes, from(field) + 1, to(field) - 1)
        : Timestamps.UNREADABLE;
  }

  /** The client's time, once the message has been checked, or {@link Timestamps#UNREADABLE}. */
  long timestamp() {
    return timestamp;
  }

  /** Whether the client's timestamp has the form of {@link Timestamps#write}. */
  boolean isTimestampWritten() {
    return timestampWritten;
  }

  /** The message's own type, or null if clients cannot send it. */
  @Nullable MessageType type() {
    MessageType type = anyType();
    return type == MessageType.DELETE ? null : type;
  }

  /** The message's own type, including types that only the service creates, or null. */
  @Nullable MessageType anyType() {
    if (kind(Field.TYPE) == JsonScanner.STRING) {
      int from = from(Field.TYPE);
      int to = to(Field.TYPE);
      for (MessageType type : TYPES) {
        byte[] json = type.json();
        if (Arrays.equals(json, 0, json.length, bytes, from, to)) {
          return type;
        }
      }
    }
    return null;
  }

  static boolean isId(Field field) {
    return (ID_BITS & field.bit()) != 0;
  }

  /** Whether a record's table lists the field, before anything is added. */
  boolean isListed(Field field) {
    return switch (field) {
      case MESSAGE_ID, USER_ID, ANONYMOUS_ID, GROUP_ID, PREVIOUS_ID -> hasId(field);
      case TRAITS, PROPERTIES, CONTEXT, INTEGRATIONS -> hasObject(field);
      case EVENT, NAME, CATEGORY -> hasValue(field);
      case TIMESTAMP -> hasText(field);
      case TYPE, ORIGINAL_TIMESTAMP, SENT_AT, RECEIVED_AT, WRITE_KEY, BATCH -> false;
    };
  }

  /** The fields that are names in a message of a type; in other types they may have any value. */
  static int nameBits(MessageType type) {
    return type == MessageType.PAGE || type == MessageType.SCREEN ? NAME_BITS : 0;
  }

  /** Validates a message of a type; null if it is valid. */
  @Nullable Rejection check(MessageType type) {
    int noIds = present & ~(strings | numbers | nulls) & ID_BITS;
    if (noIds != 0) {
      return Rejection.idNotString(first(noIds, IDS));
    }
    int noNames = present & ~(strings | numbers | nulls) & nameBits(type);
    if (noNames != 0) {
      return Rejection.nameNotString(first(noNames, NAMES));
    }
    Rejection missing = missing(type);
    if (missing != null) {
      return missing;
    }
    int noObjects = present & ~(objects | nulls) & OBJECT_BITS;
    if (noObjects != 0) {
      return Rejection.notObject(first(noObjects, OBJECTS));
    }
    readTimestamp();
    if (timestamp == Timestamps.UNREADABLE && !isTimestampAbsent()) {
      return Rejection.TIMESTAMP_INVALID;
    }
    return isMessageIdTooLong() ? Rejection.MESSAGE_ID_TOO_LONG : null;
  }

  private void readTimestamp() {
    timestamp = Timestamps.UNREADABLE;
    timestampWritten = false;
    if (hasText(Field.TIMESTAMP)) {
      int from = from(Field.TIMESTAMP) + 1;
      int to = to(Field.TIMESTAMP) - 1;
      timestamp = Timestamps.parseWritten(bytes, from, to);
      timestampWritten = timestamp != Timestamps.UNREADABLE;
      timestamp = timestampWritten ? timestamp : Timestamps.parse(bytes, from, to);
    }
  }

  /** The first of some fields in a given order. */
  private static Field first(int fields, Field[] order) {
    for (Field field : order) {
      if ((fields & field.bit()) != 0) {
        return field;
      }
    }
    throw new IllegalArgumentException("none of these fields");
  }

  private @Nullable Rejection missing(MessageType type) {
    if (type == MessageType.ALIAS) {
      if (!hasId(Field.USER_ID)) {
        return Rejection.USER_ID_NOT_DEFINED;
      }
      return hasId(Field.PREVIOUS_ID) ? null : Rejection.PREVIOUS_ID_NOT_DEFINED;
    }
    if (!hasId(Field.USER_ID) && !hasId(Field.ANONYMOUS_ID)) {
      return Rejection.NO_USER_ANON_ID;
    }
    if (type == MessageType.TRACK && !hasText(Field.EVENT)) {
      return Rejection.EVENT_NOT_DEFINED;
    }
    if (type == MessageType.GROUP && !hasId(Field.GROUP_ID)) {
      return Rejection.GROUP_ID_NOT_DEFINED;
    }
    return null;
  }

  private boolean isTimestampAbsent() {
    return !hasValue(Field.TIMESTAMP)
        || (kind(Field.TIMESTAMP) == JsonScanner.STRING && !hasText(Field.TIMESTAMP));
  }

  private boolean isMessageIdTooLong() {
    if (!hasId(Field.MESSAGE_ID)) {
      return false;
    }
    int quote = kind(Field.MESSAGE_ID) == JsonScanner.STRING ? 1 : 0;
    int from = from(Field.MESSAGE_ID) + quote;
    int to = to(Field.MESSAGE_ID) - quote;
    int most = MessageLimits.MESSAGE_ID_CHARACTERS;
    return to - from > most && JsonText.characters(bytes, from, to, most) > most;
  }

  /** The message's own ID as text, or null if it is missing or too long. */
  @Nullable String messageId() {
    if (!hasId(Field.MESSAGE_ID) || isMessageIdTooLong()) {
      return null;
    }
    int quote = kind(Field.MESSAGE_ID) == JsonScanner.STRING ? 1 : 0;
    return JsonText.decode(bytes, from(Field.MESSAGE_ID) + quote, to(Field.MESSAGE_ID) - quote);
  }
}
