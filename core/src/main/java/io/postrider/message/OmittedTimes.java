package io.postrider.message;

import java.nio.ByteBuffer;

/**
 * The members that a compact record leaves out of its JSON, because its header has their times:
 * always {@code timestamp}; and {@code originalTimestamp}, {@code sentAt} and {@code receivedAt}
 * where they are, in this order, the last of the message.
 *
 * <p>The field table lists the timestamp as an empty range where its member was. Stateless.
 */
final class OmittedTimes {

  /** The length of a time as JSON. */
  static final int VALUE_LENGTH = Timestamps.LENGTH + 2;

  private static final Field[] LAST = {Field.ORIGINAL_TIMESTAMP, Field.SENT_AT, Field.RECEIVED_AT};
  private static final int[] FLAGS = {
    RecordHeader.OMITS_ORIGINAL, RecordHeader.OMITS_SENT_AT, RecordHeader.OMITS_RECEIVED_AT
  };
  private static final int ALL_FLAGS = FLAGS[0] | FLAGS[1] | FLAGS[2];

  private OmittedTimes() {}

  /** The client's timestamp, as it follows from the corrected one. */
  static long original(long timestamp, long receivedAt, long sentAt) {
    return sentAt == Timestamps.UNREADABLE ? timestamp : timestamp - receivedAt + sentAt;
  }

  /** The length of omitted members (bits of fields) in the whole JSON. */
  static int length(int omitted) {
    int length = 0;
    for (int rest = omitted; rest != 0; rest &= rest - 1) {
      length += memberLength(Field.at(Integer.numberOfTrailingZeros(rest)));
    }
    return length;
  }

  private static int memberLength(Field field) {
    return field.member().length + VALUE_LENGTH;
  }

  /** The flags of a record's header for omitted members (bits of fields). */
  static int flags(int omitted) {
    int flags = 0;
    for (int i = 0; i < LAST.length; i++) {
      flags |= (omitted & LAST[i].bit()) == 0 ? 0 : FLAGS[i];
    }
    return flags;
  }

  /** The omitted members (bits of fields) of a compact record with these flags. */
  private static int ofFlags(int flags) {
    int omitted = Field.TIMESTAMP.bit();
    for (int i = 0; i < LAST.length; i++) {
      omitted |= (flags & FLAGS[i]) == 0 ? 0 : LAST[i].bit();
    }
    return omitted;
  }

  /** Writes a time as JSON. */
  static void writeValue(long millis, byte[] out, int at) {
    out[at] = '"';
    Timestamps.write(millis, out, at + 1);
    out[at + VALUE_LENGTH - 1] = '"';
  }

  /** The bytes of the whole record, given those of a compact one from index 0. */
  static byte[] restored(ByteBuffer compact) {
    int version = compact.get(RecordHeader.VERSION_OFFSET);
    int flags = compact.getShort(RecordHeader.FLAGS_OFFSET);
    int omitted = ofFlags(flags);
    int sentAtFrom = RecordHeader.sentAtOffset(version);
    int restFrom = sentAtFrom + RecordHeader.SENT_AT_LENGTH;
    int fields = compact.get(RecordHeader.FIELDS_OFFSET) & 0xFF;
    int destinations = compact.getShort(RecordHeader.DESTINATIONS_OFFSET) & 0xFFFF;
    int jsonFrom = RecordHeader.length(version, destinations, fields);
    byte[] whole = new byte[compact.limit() - RecordHeader.SENT_AT_LENGTH + length(omitted)];
    compact.get(0, whole, 0, sentAtFrom);
    whole[RecordHeader.VERSION_OFFSET] =
        (byte) RecordHeader.version(RecordHeader.isTraced(version), false);
    RecordHeader.putShort(whole, RecordHeader.FLAGS_OFFSET, flags & ~ALL_FLAGS);
    compact.get(restFrom, whole, sentAtFrom, jsonFrom - restFrom);
    int json = jsonFrom - RecordHeader.SENT_AT_LENGTH;
    int place = restoreTable(whole, json, fields);
    compact.get(jsonFrom, whole, json, place);

    long receivedAt = compact.getLong(RecordHeader.RECEIVED_AT_OFFSET);
    long timestamp = compact.getLong(RecordHeader.TIMESTAMP_OFFSET);
    long sentAt = compact.getLong(sentAtFrom);
    long[] times = {original(timestamp, receivedAt, sentAt), sentAt, receivedAt}; // as LAST
    int at = writeTimestamp(timestamp, place == 1, whole, json + place);
    int tail = compact.limit() - jsonFrom - place - 1;
    compact.get(jsonFrom + place, whole, at, tail);
    at += tail;
    for (int i = 0; i < LAST.length; i++) {
      if ((omitted & LAST[i].bit()) != 0) {
        byte[] member = LAST[i].member();
        System.arraycopy(member, 0, whole, at, member.length);
        writeValue(times[i], whole, at + member.length);
        at += memberLength(LAST[i]);
      }
    }
    whole[at] = '}';
    return whole;
  }

  /** Moves what follows the timestamp, and lists its value; returns where its member was. */
  private static int restoreTable(byte[] whole, int json, int fields) {
    ByteBuffer table = ByteBuffer.wrap(whole);
    int tableFrom = json - fields * RecordHeader.FIELD_LENGTH;
    int timestamp = -1;
    for (int at = tableFrom; at < json; at += RecordHeader.FIELD_LENGTH) {
      timestamp = whole[at] == Field.TIMESTAMP.id() ? at : timestamp;
    }
    if (timestamp < 0) {
      throw new IllegalArgumentException("a compact record without the place of its timestamp");
    }
    int place = table.getShort(timestamp + 1) & 0xFFFF;
    for (int at = tableFrom; at < json; at += RecordHeader.FIELD_LENGTH) {
      int offset = table.getShort(at + 1) & 0xFFFF;
      if (at != timestamp && offset >= place) {
        RecordHeader.putShort(whole, at + 1, offset + memberLength(Field.TIMESTAMP));
      }
    }
    int comma = place == 1 ? 0 : 1;
    int key = Field.TIMESTAMP.member().length - 1;
    RecordHeader.putShort(whole, timestamp + 1, place + comma + key);
    RecordHeader.putShort(whole, timestamp + 3, VALUE_LENGTH);
    return place;
  }

  /** Writes the member with its comma, which follows it if it is the first of the message. */
  private static int writeTimestamp(long millis, boolean first, byte[] out, int at) {
    byte[] member = Field.TIMESTAMP.member();
    int from = first ? 1 : 0;
    System.arraycopy(member, from, out, at, member.length - from);
    int valueAt = at + member.length - from;
    writeValue(millis, out, valueAt);
    int end = valueAt + VALUE_LENGTH;
    if (first) {
      out[end++] = ',';
    }
    return end;
  }
}
