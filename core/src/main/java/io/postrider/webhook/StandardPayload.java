package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The fields of a type's standard payload, in order. Immutable. */
final class StandardPayload {

  private static final byte[] NOTHING = {};
  private static final Map<MessageType, StandardPayload> BY_TYPE = new EnumMap<>(MessageType.class);

  static {
    for (MessageType type : MessageType.values()) {
      BY_TYPE.put(type, create(type));
    }
  }

  private final byte[] head;
  private final List<Part> parts = new ArrayList<>();

  /**
   * One field.
   *
   * @param member the comma, the key and the colon
   * @param absent the replacement if the message does not have the field
   */
  @SuppressWarnings("ArrayRecordComponent") // constants of this class; never compared
  private record Part(Field field, byte[] member, byte[] absent) {}

  private StandardPayload(String head) {
    this.head = head.getBytes(US_ASCII);
  }

  static byte[] body(MessageType type, RecordView record) {
    return Objects.requireNonNull(BY_TYPE.get(type)).body(record);
  }

  private byte[] body(RecordView record) {
    int length = head.length + 1;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int value = record.valueLength(part.field);
      length += value < 0 ? part.absent.length : part.member.length + value;
    }
    PayloadBuilder body = new PayloadBuilder(record, length);
    body.add(head);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int value = record.valueLength(part.field);
      if (value < 0) {
        body.add(part.absent);
      } else {
        body.add(part.member);
        body.add(part.field, value);
      }
    }
    body.add((byte) '}');
    return body.bytes();
  }

  private static StandardPayload create(MessageType type) {
    if (type == MessageType.DELETE) {
      return new StandardPayload("{\"type\":\"delete\"").fields(Field.USER_ID, Field.TIMESTAMP);
    }
    StandardPayload payload =
        new StandardPayload("{\"version\":1,\"type\":\"" + type.wireName() + "\"");
    if (type == MessageType.ALIAS) {
      payload.fieldAs("Previous ID", Field.PREVIOUS_ID).fieldAs("User ID", Field.USER_ID);
    } else {
      payload.fields(Field.USER_ID, Field.ANONYMOUS_ID);
    }
    switch (type) {
      case TRACK -> payload.fields(Field.EVENT).objects(Field.PROPERTIES);
      case PAGE, SCREEN -> payload.fields(Field.CATEGORY, Field.NAME).objects(Field.PROPERTIES);
      case GROUP -> payload.fields(Field.GROUP_ID).objects(Field.TRAITS);
      case IDENTIFY -> payload.objects(Field.TRAITS);
      case ALIAS, DELETE -> {}
    }
    return payload.objects(Field.CONTEXT).fields(Field.MESSAGE_ID, Field.TIMESTAMP);
  }

  /** Fields that are omitted when absent. */
  private StandardPayload fields(Field... fields) {
    for (Field field : fields) {
      fieldAs(field.wireName(), field);
    }
    return this;
  }

  private StandardPayload fieldAs(String key, Field field) {
    parts.add(new Part(field, member(key).getBytes(US_ASCII), NOTHING));
    return this;
  }

  /** Objects that are written as empty when absent. */
  private StandardPayload objects(Field... fields) {
    for (Field field : fields) {
      String member = member(field.wireName());
      parts.add(new Part(field, member.getBytes(US_ASCII), (member + "{}").getBytes(US_ASCII)));
    }
    return this;
  }

  private static String member(String key) {
    return ",\"" + key + "\":";
  }
}
