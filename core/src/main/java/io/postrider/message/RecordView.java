package io.postrider.message;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in a buffer: what its header says, and where in its JSON the values of the
 * listed fields are. Copies nothing but what it is asked for.
 *
 * <p>As safe to share as its buffer, whose position and limit it neither uses again nor changes.
 */
public final class RecordView {

  private final ByteBuffer record;
  private final int start;
  private final int destinations;
  private final int fields;
  private final int jsonStart;
  private final int end;

  private RecordView(ByteBuffer record) {
    this.record = record;
    start = record.position();
    end = record.limit();
    if (end - start < RecordHeader.FIXED_LENGTH) {
      throw new IllegalArgumentException("a record of " + (end - start) + " bytes");
    }
    int version = record.get(start + RecordHeader.VERSION_OFFSET);
    if (version != RecordHeader.VERSION) {
      throw new IllegalArgumentException("a record of version " + version);
    }
    destinations = record.getShort(start + RecordHeader.DESTINATIONS_OFFSET) & 0xFFFF;
    fields = record.get(start + RecordHeader.FIELDS_OFFSET) & 0xFF;
    jsonStart = start + RecordHeader.length(destinations, fields);
    if (jsonStart > end) {
      throw new IllegalArgumentException("a record shorter than its header");
    }
  }

  /**
   * The view of the record between a big-endian buffer's position and limit.
   *
   * @throws IllegalArgumentException if it is shorter than its header or of another version
   */
  public static RecordView of(ByteBuffer record) {
    return new RecordView(record);
  }

  /** The same record in memory of its own, which stays when this one's buffer is used again. */
  public RecordView copy() {
    byte[] bytes = new byte[end - start];
    record.get(start, bytes);
    return new RecordView(ByteBuffer.wrap(bytes));
  }

  /** How long the record is, header and JSON. */
  public int lengthBytes() {
    return end - start;
  }

  /** Whether it is of a type. */
  public boolean is(MessageType type) {
    return record.get(start + RecordHeader.TYPE_OFFSET) == type.code();
  }

  /** The type, or nothing if a newer version of the program wrote one that this does not know. */
  public Optional<MessageType> type() {
    return MessageType.ofCode(record.get(start + RecordHeader.TYPE_OFFSET));
  }

  /** Whether there is an integrations object with members. */
  public boolean hasIntegrations() {
    return hasFlag(RecordHeader.HAS_INTEGRATIONS);
  }

  /** Whether the service made the message, for the listed destinations alone. */
  public boolean isComputed() {
    return hasFlag(RecordHeader.COMPUTED);
  }

  private boolean hasFlag(int flag) {
    return (record.getShort(start + RecordHeader.FLAGS_OFFSET) & flag) != 0;
  }

  /** Where the message came from. */
  public SourceId source() {
    return new SourceId(sourceBits());
  }

  /** The bits of {@link #source}. */
  public long sourceBits() {
    return record.getLong(start + RecordHeader.SOURCE_OFFSET);
  }

  /** When the message was received. */
  public Instant receivedAt() {
    return Instant.ofEpochMilli(receivedAtMillis());
  }

  /** When the message was received, in milliseconds since 1970. */
  public long receivedAtMillis() {
    return record.getLong(start + RecordHeader.RECEIVED_AT_OFFSET);
  }

  /** When what it tells of happened. */
  public Instant timestamp() {
    return Instant.ofEpochMilli(record.getLong(start + RecordHeader.TIMESTAMP_OFFSET));
  }

  /** The first half of the hash of source and message id. */
  public long messageHashHigh() {
    return record.getLong(start + RecordHeader.MESSAGE_HASH_OFFSET);
  }

  /** The second half of the hash of source and message id. */
  public long messageHashLow() {
    return record.getLong(start + RecordHeader.MESSAGE_HASH_OFFSET + Long.BYTES);
  }

  /** The hash of source and user. */
  public long userHash() {
    return record.getLong(start + RecordHeader.USER_HASH_OFFSET);
  }

  /** How many destinations are listed; none for an accepted call, which goes to all. */
  public int destinations() {
    return destinations;
  }

  /** The bits of the id of a listed destination. */
  public long destinationBits(int index) {
    if (index < 0 || index >= destinations) {
      throw new IndexOutOfBoundsException("destination " + index + " of " + destinations);
    }
    int at = RecordHeader.FIXED_LENGTH + index * RecordHeader.DESTINATION_LENGTH;
    return record.getLong(start + at);
  }

  /** The index in the buffer at which the JSON starts. */
  public int jsonFrom() {
    return jsonStart;
  }

  /** The index in the buffer at which the JSON ends. */
  public int jsonTo() {
    return end;
  }

  /** The message's JSON. */
  public ByteBuffer json() {
    return slice(jsonStart, end);
  }

  /** Whether a field is listed, which means that the message has a value for it. */
  public boolean has(Field field) {
    return entry(field) >= 0;
  }

  /** The index in the buffer at which the JSON of a field's value starts, or -1. */
  public int from(Field field) {
    int entry = entry(field);
    return entry < 0 ? -1 : jsonStart + (record.getShort(entry + 1) & 0xFFFF);
  }

  /** The index in the buffer at which the JSON of a field's value ends, or -1. */
  public int to(Field field) {
    int entry = entry(field);
    return entry < 0
        ? -1
        : jsonStart + (record.getShort(entry + 1) & 0xFFFF) + (record.getShort(entry + 3) & 0xFFFF);
  }

  /** The JSON of a field's value, quotes included, or null if the field is not listed. */
  public @Nullable ByteBuffer value(Field field) {
    return has(field) ? slice(from(field), to(field)) : null;
  }

  /** The text of a field whose value is a string, or null if it is not. */
  public @Nullable String text(Field field) {
    int from = from(field);
    if (from < 0 || record.get(from) != '"') {
      return null;
    }
    byte[] content = new byte[to(field) - from - 2];
    record.get(from + 1, content);
    return JsonText.decode(content, 0, content.length);
  }

  /** The value of a field, or null if the field is not listed. */
  public @Nullable CanonicalValue settled(Field field) {
    int from = from(field);
    return from < 0 ? null : new CanonicalValue(record, from, to(field));
  }

  /** The buffer that the record lies in; its position and limit say nothing. */
  ByteBuffer buffer() {
    return record;
  }

  /** The byte at an index in the buffer. */
  public byte at(int index) {
    return record.get(index);
  }

  /** Copies the bytes between two indexes in the buffer to a place in an array. */
  public void copy(int from, int to, byte[] target, int at) {
    record.get(from, target, at, to - from);
  }

  private int entry(Field field) {
    int id = field.id();
    int at = jsonStart - fields * RecordHeader.FIELD_LENGTH;
    for (; id != 0 && at < jsonStart; at += RecordHeader.FIELD_LENGTH) {
      if (record.get(at) == id) {
        return at;
      }
    }
    return -1;
  }

  private ByteBuffer slice(int from, int to) {
    return record.slice(from, to - from);
  }
}
