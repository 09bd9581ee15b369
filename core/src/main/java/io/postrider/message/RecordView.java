package io.postrider.message;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A view of a record in a buffer: its header, and the positions of listed fields in its JSON.
 * Copies nothing in advance.
 *
 * <p>As thread-safe as its buffer, whose position and limit it neither uses again nor changes.
 */
public final class RecordView {

  private final ByteBuffer record;
  private final int start;
  private final int version;
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
    version = record.get(start + RecordHeader.VERSION_OFFSET);
    if (version < RecordHeader.VERSION || version > RecordHeader.COMPACT_TRACED_VERSION) {
      throw new IllegalArgumentException("a record of version " + version);
    }
    destinations = record.getShort(start + RecordHeader.DESTINATIONS_OFFSET) & 0xFFFF;
    fields = record.get(start + RecordHeader.FIELDS_OFFSET) & 0xFF;
    jsonStart = start + RecordHeader.length(version, destinations, fields);
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

  /** A copy of the record that does not depend on this buffer. */
  public RecordView copy() {
    byte[] bytes = new byte[end - start];
    record.get(start, bytes);
    return new RecordView(ByteBuffer.wrap(bytes));
  }

  /** The bytes of the record. */
  public ByteBuffer bytes() {
    return slice(start, end);
  }

  public int lengthBytes() {
    return end - start;
  }

  public boolean is(MessageType type) {
    return record.get(start + RecordHeader.TYPE_OFFSET) == type.code();
  }

  /** The type, or empty if a newer version wrote an unknown type. */
  public Optional<MessageType> type() {
    return MessageType.ofCode(record.get(start + RecordHeader.TYPE_OFFSET));
  }

  /** Whether there is a non-empty integrations object. */
  public boolean hasIntegrations() {
    return hasFlag(RecordHeader.HAS_INTEGRATIONS);
  }

  /** Whether the service created the message, for the listed destinations only. */
  public boolean isComputed() {
    return hasFlag(RecordHeader.COMPUTED);
  }

  private boolean hasFlag(int flag) {
    return (record.getShort(start + RecordHeader.FLAGS_OFFSET) & flag) != 0;
  }

  public SourceId source() {
    return new SourceId(sourceBits());
  }

  public long sourceBits() {
    return record.getLong(start + RecordHeader.SOURCE_OFFSET);
  }

  public Instant receivedAt() {
    return Instant.ofEpochMilli(receivedAtMillis());
  }

  public long receivedAtMillis() {
    return record.getLong(start + RecordHeader.RECEIVED_AT_OFFSET);
  }

  public Instant timestamp() {
    return Instant.ofEpochMilli(timestampMillis());
  }

  private long timestampMillis() {
    return record.getLong(start + RecordHeader.TIMESTAMP_OFFSET);
  }

  /** The first half of the hash of source and message ID. */
  public long messageHashHigh() {
    return record.getLong(start + RecordHeader.MESSAGE_HASH_OFFSET);
  }

  /** The second half of the hash of source and message ID. */
  public long messageHashLow() {
    return record.getLong(start + RecordHeader.MESSAGE_HASH_OFFSET + Long.BYTES);
  }

  /** The hash of source and user. */
  public long userHash() {
    return record.getLong(start + RecordHeader.USER_HASH_OFFSET);
  }

  /** The span of the call; null if it was not traced. */
  public @Nullable TraceContext trace() {
    if (!RecordHeader.isTraced(version)) {
      return null;
    }
    int at = start + RecordHeader.FIXED_LENGTH;
    return new TraceContext(
        record.getLong(at), record.getLong(at + Long.BYTES), record.getLong(at + 2 * Long.BYTES));
  }

  /** The number of listed destinations; 0 for an accepted call, which is routed normally. */
  public int destinations() {
    return destinations;
  }

  public long destinationBits(int index) {
    if (index < 0 || index >= destinations) {
      throw new IndexOutOfBoundsException("destination " + index + " of " + destinations);
    }
    int at = RecordHeader.destinationsOffset(version) + index * RecordHeader.DESTINATION_LENGTH;
    return record.getLong(start + at);
  }

  /**
   * This record with all members in its JSON: itself, or a copy if it is compact. The values of
   * listed fields are the same in both.
   */
  public RecordView whole() {
    return RecordHeader.isCompact(version)
        ? new RecordView(ByteBuffer.wrap(OmittedTimes.restored(bytes())))
        : this;
  }

  /**
   * The index in the buffer where the JSON starts. That of a compact record lacks members; see
   * {@link #whole}.
   */
  public int jsonFrom() {
    return jsonStart;
  }

  /** The index in the buffer where the JSON ends. */
  public int jsonTo() {
    return end;
  }

  /** The JSON with all members. */
  public ByteBuffer json() {
    RecordView whole = whole();
    return whole.slice(whole.jsonStart, whole.end);
  }

  /** Whether a field is listed, that is, the message has a value for it. */
  public boolean has(Field field) {
    return entry(field) >= 0;
  }

  /**
   * The index in the buffer where a field's value starts, or -1. A compact record has no timestamp
   * in its JSON.
   */
  public int from(Field field) {
    int entry = entry(field);
    return entry < 0 ? -1 : jsonStart + (record.getShort(entry + 1) & 0xFFFF);
  }

  /** The index in the buffer where a field's value ends, or -1. */
  public int to(Field field) {
    int entry = entry(field);
    return entry < 0
        ? -1
        : jsonStart + (record.getShort(entry + 1) & 0xFFFF) + (record.getShort(entry + 3) & 0xFFFF);
  }

  private boolean isOmitted(Field field) {
    return field == Field.TIMESTAMP && RecordHeader.isCompact(version);
  }

  private byte[] timestampJson() {
    byte[] json = new byte[OmittedTimes.VALUE_LENGTH];
    OmittedTimes.writeValue(timestampMillis(), json, 0);
    return json;
  }

  /** The length of the JSON of a field's value, or -1. */
  public int valueLength(Field field) {
    int entry = entry(field);
    return entry < 0
        ? -1
        : isOmitted(field) ? OmittedTimes.VALUE_LENGTH : record.getShort(entry + 3) & 0xFFFF;
  }

  /** Copies the JSON of the value of a field, which is listed, into an array. */
  public void copyValue(Field field, byte[] target, int at) {
    if (isOmitted(field)) {
      OmittedTimes.writeValue(timestampMillis(), target, at);
    } else {
      copy(from(field), to(field), target, at);
    }
  }

  /** The JSON of a field's value, including quotes, or null if the field is not listed. */
  public @Nullable ByteBuffer value(Field field) {
    if (!has(field)) {
      return null;
    }
    return isOmitted(field) ? ByteBuffer.wrap(timestampJson()) : slice(from(field), to(field));
  }

  /** The text of a field whose value is a string, or null if it is not. */
  public @Nullable String text(Field field) {
    if (isOmitted(field)) {
      return Timestamps.format(timestampMillis());
    }
    int from = from(field);
    if (from < 0 || record.get(from) != '"') {
      return null;
    }
    byte[] content = new byte[to(field) - from - 2];
    record.get(from + 1, content);
    return JsonText.decode(content, 0, content.length);
  }

  /** The value of a field, or null if the field is not listed. */
  public @Nullable CanonicalValue canonical(Field field) {
    if (isOmitted(field)) {
      return new CanonicalValue(ByteBuffer.wrap(timestampJson()), 0, OmittedTimes.VALUE_LENGTH);
    }
    int from = from(field);
    return from < 0 ? null : new CanonicalValue(record, from, to(field));
  }

  /** The buffer of the record; its position and limit have no meaning. */
  ByteBuffer buffer() {
    return record;
  }

  public byte at(int index) {
    return record.get(index);
  }

  /** Copies a range of the buffer into an array. */
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
