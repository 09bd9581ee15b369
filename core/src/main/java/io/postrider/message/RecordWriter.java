package io.postrider.message;

import io.postrider.id.SourceId;
import org.jspecify.annotations.Nullable;

/**
 * Writes one record into a buffer: the caller notes the ranges of listed fields while writing the
 * JSON, and the header is filled in at the end.
 *
 * <p>Reusable; belongs to one thread. Hashes use the canonical bytes of IDs, so that two spellings
 * of one ID have the same hash.
 */
final class RecordWriter {

  /** Separates user IDs from anonymous IDs with the same text. */
  static final long USER = 'u';

  private static final long ANONYMOUS = 'a';
  private static final long[] NO_DESTINATIONS = {};

  private final SipHash messages;
  private final SipHash users;
  private final SipHash anonymous;
  private long hashedSource;
  private final int[] froms = new int[Field.values().length];
  private final int[] tos = new int[Field.values().length];
  private ByteBuilder out = new ByteBuilder(0);
  private int start;
  private int jsonStart;
  private int listed;
  private long[] destinations = NO_DESTINATIONS;
  private @Nullable TraceContext trace;
  private int version;
  private long sentAt;
  private long userHash;

  RecordWriter(HashKey key) {
    messages = new SipHash(key, true);
    users = new SipHash(key, false);
    anonymous = new SipHash(key, false);
    beginWith(hashedSource);
  }

  private void beginWith(long source) {
    hashedSource = source;
    messages.begin(source);
    users.begin(source, USER);
    anonymous.begin(source, ANONYMOUS);
  }

  /** Reserves room for the header of a record with these fields (bits) and destinations. */
  void start(ByteBuilder out, int listed, long[] destinations) {
    this.destinations = destinations;
    begin(out, listed, null, false);
  }

  /**
   * The same for a record without destinations.
   *
   * @param trace the span of the call; null if it is not traced
   */
  void start(ByteBuilder out, int listed, @Nullable TraceContext trace) {
    this.destinations = NO_DESTINATIONS;
    begin(out, listed, trace, false);
  }

  /**
   * The same for a compact record.
   *
   * @param sentAt when the client sent the message, or {@link Timestamps#UNREADABLE}
   */
  void startCompact(ByteBuilder out, int listed, @Nullable TraceContext trace, long sentAt) {
    this.destinations = NO_DESTINATIONS;
    this.sentAt = sentAt;
    begin(out, listed, trace, true);
  }

  private void begin(ByteBuilder out, int listed, @Nullable TraceContext trace, boolean compact) {
    this.out = out;
    this.trace = trace;
    this.listed = listed;
    version = RecordHeader.version(trace != null, compact);
    start = out.length();
    out.skip(RecordHeader.length(version, destinations.length, Integer.bitCount(listed)));
    jsonStart = out.length();
  }

  /** Notes the range of a field's value in the output. */
  void note(int field, int from, int to) {
    froms[field] = from;
    tos[field] = to;
  }

  int jsonLength() {
    return out.length() - jsonStart;
  }

  void finish(MessageType type, int flags, SourceId source, long receivedAt, long timestamp) {
    hash(source.bits());
    byte[] record = out.array();
    TraceContext traced = trace;
    record[start + RecordHeader.VERSION_OFFSET] = (byte) version;
    record[start + RecordHeader.TYPE_OFFSET] = (byte) type.code();
    RecordHeader.putShort(record, start + RecordHeader.FLAGS_OFFSET, flags);
    RecordHeader.putLong(record, start + RecordHeader.SOURCE_OFFSET, source.bits());
    RecordHeader.putLong(record, start + RecordHeader.RECEIVED_AT_OFFSET, receivedAt);
    RecordHeader.putLong(record, start + RecordHeader.TIMESTAMP_OFFSET, timestamp);
    int hashAt = start + RecordHeader.MESSAGE_HASH_OFFSET;
    RecordHeader.putLong(record, hashAt, messages.high());
    RecordHeader.putLong(record, hashAt + Long.BYTES, messages.low());
    RecordHeader.putLong(record, start + RecordHeader.USER_HASH_OFFSET, userHash);
    RecordHeader.putShort(record, start + RecordHeader.DESTINATIONS_OFFSET, destinations.length);
    record[start + RecordHeader.FIELDS_OFFSET] = (byte) Integer.bitCount(listed);
    if (traced != null) {
      int traceAt = start + RecordHeader.FIXED_LENGTH;
      RecordHeader.putLong(record, traceAt, traced.traceHigh());
      RecordHeader.putLong(record, traceAt + Long.BYTES, traced.traceLow());
      RecordHeader.putLong(record, traceAt + 2 * Long.BYTES, traced.span());
    }
    if (RecordHeader.isCompact(version)) {
      RecordHeader.putLong(record, start + RecordHeader.sentAtOffset(version), sentAt);
    }
    int at = start + RecordHeader.destinationsOffset(version);
    for (long destination : destinations) {
      RecordHeader.putLong(record, at, destination);
      at += RecordHeader.DESTINATION_LENGTH;
    }
    for (int rest = listed; rest != 0; rest &= rest - 1) {
      int field = Integer.numberOfTrailingZeros(rest);
      record[at] = (byte) Field.at(field).id();
      RecordHeader.putShort(record, at + 1, froms[field] - jsonStart);
      RecordHeader.putShort(record, at + 3, tos[field] - froms[field]);
      at += RecordHeader.FIELD_LENGTH;
    }
  }

  private void hash(long source) {
    if (source != hashedSource) {
      beginWith(source);
    }
    byte[] bytes = out.array();
    int id = Field.MESSAGE_ID.index();
    messages.hash(bytes, froms[id] + 1, tos[id] - 1);
    boolean known = (listed & Field.USER_ID.bit()) != 0;
    int user = known ? Field.USER_ID.index() : Field.ANONYMOUS_ID.index();
    SipHash hash = known ? users : anonymous;
    hash.hash(bytes, froms[user] + 1, tos[user] - 1);
    userHash = hash.low();
  }

  long messageHashHigh() {
    return messages.high();
  }

  long messageHashLow() {
    return messages.low();
  }

  long userHash() {
    return userHash;
  }
}
