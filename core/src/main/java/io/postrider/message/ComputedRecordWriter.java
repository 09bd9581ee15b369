package io.postrider.message;

import io.postrider.id.SourceId;
import java.time.Instant;

/**
 * Makes records of messages that the service itself sends, for listed destinations alone.
 *
 * <p>Reusable; belongs to one thread. The JSON is what receivers are to get: it is settled here but
 * not checked like a client's, and nothing is added to it.
 */
public final class ComputedRecordWriter {

  private static final long[] NONE = {};

  private final JsonScanner scanner = new JsonScanner();
  private final Canonicalizer respelling = new Canonicalizer();
  private final ByteBuilder settled = new ByteBuilder(1024);
  private final MessageTable table = new MessageTable();
  private final ScannedMessage call = new ScannedMessage();
  private final RecordWriter writer;

  /** A maker that hashes ids with the same key as the {@link MessageNormalizer}. */
  public ComputedRecordWriter(HashKey key) {
    writer = new RecordWriter(key);
  }

  /**
   * Adds a record to a buffer.
   *
   * @param json an object with a type, a messageId, a userId or anonymousId and a timestamp; ids
   *     are strings
   * @param destinations the bits of the ids of the destinations it is for
   * @throws IllegalArgumentException if the JSON is malformed, too long or lacks one of these
   */
  public void add(
      byte[] json, SourceId source, Instant receivedAt, long[] destinations, RecordBuffer out) {
    load(json);
    int listed = 0;
    for (Field field : Field.values()) {
      if (call.isListed(field)) {
        listed |= field.bit();
      }
      if (call.kind(field) == JsonScanner.NUMBER && ScannedMessage.isId(field)) {
        throw new IllegalArgumentException("a computed message with a number as " + field);
      }
    }
    MessageType type = call.anyType();
    long timestamp = call.time(Field.TIMESTAMP);
    boolean complete =
        call.hasText(Field.MESSAGE_ID)
            && (call.hasText(Field.USER_ID) || call.hasText(Field.ANONYMOUS_ID));
    if (type == null || timestamp == Timestamps.UNREADABLE || !complete) {
      throw new IllegalArgumentException("a computed message without type, ids or timestamp");
    }
    long[] ids = destinations.length == 0 ? NONE : destinations.clone();
    ByteBuilder bytes = out.open();
    writer.start(bytes, listed, ids);
    for (int rest = listed; rest != 0; rest &= rest - 1) {
      Field field = Field.at(Integer.numberOfTrailingZeros(rest));
      int shift = bytes.length();
      writer.note(field.index(), shift + call.from(field), shift + call.to(field));
    }
    bytes.add(settled.array(), 0, settled.length());
    int integrations = call.hasMembers(Field.INTEGRATIONS) ? RecordHeader.HAS_INTEGRATIONS : 0;
    int flags = RecordHeader.COMPUTED | integrations;
    writer.finish(type, flags, source, receivedAt.toEpochMilli(), timestamp);
    out.close();
  }

  private void load(byte[] json) {
    settled.clear();
    table.clear();
    try {
      scanner.start(json, 0, json.length);
      scanner.value();
      scanner.end();
      respelling.write(json, 0, settled);
      scanner.start(settled.array(), 0, settled.length());
      table.scan(scanner);
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException(e.rejection().message(), e);
    }
    if (settled.length() > MessageLimits.SETTLED_MESSAGE_BYTES) {
      throw new IllegalArgumentException("a computed message of " + settled.length() + " bytes");
    }
    call.load(settled.array(), table, 0);
  }
}
