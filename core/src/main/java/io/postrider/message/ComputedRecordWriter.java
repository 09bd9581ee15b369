package io.postrider.message;

import io.postrider.id.SourceId;
import java.time.Instant;

/**
 * Writes records of messages that the service itself creates, for listed destinations only.
 *
 * <p>Reusable; belongs to one thread. The JSON is canonicalized, but not validated like a client's
 * message, and nothing is added.
 */
public final class ComputedRecordWriter {

  private static final long[] NONE = {};

  private final JsonScanner scanner = new JsonScanner();
  private final Canonicalizer canonicalizer = new Canonicalizer();
  private final ByteBuilder canonical = new ByteBuilder(1024);
  private final MessageTable table = new MessageTable();
  private final ScannedMessage scanned = new ScannedMessage();
  private final RecordWriter writer;

  /** Creates a writer that hashes IDs with the same key as the {@link MessageNormalizer}. */
  public ComputedRecordWriter(HashKey key) {
    writer = new RecordWriter(key);
  }

  /**
   * Appends a record to a buffer.
   *
   * @param json an object with a type, a messageId, a userId or anonymousId and a timestamp; IDs
   *     are strings
   * @param destinations the bits of the destination IDs
   * @throws IllegalArgumentException if the JSON is malformed, too long or lacks one of these
   */
  public void add(
      byte[] json, SourceId source, Instant receivedAt, long[] destinations, RecordBuffer out) {
    load(json);
    int listed = 0;
    for (Field field : Field.values()) {
      if (scanned.isListed(field)) {
        listed |= field.bit();
      }
      if (scanned.kind(field) == JsonScanner.NUMBER && ScannedMessage.isId(field)) {
        throw new IllegalArgumentException("a computed message with a number as " + field);
      }
    }
    MessageType type = scanned.anyType();
    long timestamp = scanned.time(Field.TIMESTAMP);
    boolean complete =
        scanned.hasText(Field.MESSAGE_ID)
            && (scanned.hasText(Field.USER_ID) || scanned.hasText(Field.ANONYMOUS_ID));
    if (type == null || timestamp == Timestamps.UNREADABLE || !complete) {
      throw new IllegalArgumentException("a computed message without type, ids or timestamp");
    }
    long[] ids = destinations.length == 0 ? NONE : destinations.clone();
    ByteBuilder bytes = out.open();
    writer.start(bytes, listed, ids);
    for (int rest = listed; rest != 0; rest &= rest - 1) {
      Field field = Field.at(Integer.numberOfTrailingZeros(rest));
      int shift = bytes.length();
      writer.note(field.index(), shift + scanned.from(field), shift + scanned.to(field));
    }
    bytes.add(canonical.array(), 0, canonical.length());
    int integrations = scanned.hasMembers(Field.INTEGRATIONS) ? RecordHeader.HAS_INTEGRATIONS : 0;
    int flags = RecordHeader.COMPUTED | integrations;
    writer.finish(type, flags, source, receivedAt.toEpochMilli(), timestamp);
    out.close();
  }

  private void load(byte[] json) {
    canonical.clear();
    table.clear();
    try {
      scanner.start(json, 0, json.length);
      scanner.value();
      scanner.end();
      canonicalizer.write(json, 0, canonical);
      scanner.start(canonical.array(), 0, canonical.length());
      table.scan(scanner);
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException(e.rejection().message(), e);
    }
    if (canonical.length() > MessageLimits.CANONICAL_MESSAGE_BYTES) {
      throw new IllegalArgumentException("a computed message of " + canonical.length() + " bytes");
    }
    scanned.load(canonical.array(), table, 0);
  }
}
