package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.message.CanonicalMembers;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.PayloadFormat;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Builds request bodies by copying ranges of a record's JSON, without parsing. */
public final class Payloads {

  private static final byte[] VERSION_KEY = "version".getBytes(US_ASCII);
  private static final byte[] VERSION = "\"version\":1".getBytes(US_ASCII);

  private static final byte[] EMPTY_OBJECT = "{}".getBytes(US_ASCII);
  private static final byte[] EMPTY_CONTEXT = ",\"context\":{}".getBytes(US_ASCII);

  private Payloads() {}

  /**
   * The body of a record.
   *
   * @throws IllegalArgumentException if the record's type is not known to this program
   */
  public static byte[] body(RecordView record, PayloadFormat payload) {
    MessageType type =
        record
            .type()
            .orElseThrow(() -> new IllegalArgumentException("a record of an unknown type"));
    return type == MessageType.DELETE || payload == PayloadFormat.STANDARD
        ? StandardPayload.body(type, record)
        : full(record.whole());
  }

  /** The whole message; the service's version, after the integer keys, replaces the client's. */
  private static byte[] full(RecordView record) {
    int versionAt = -1;
    int ownFrom = 0;
    int ownTo = 0;
    CanonicalMembers members = CanonicalMembers.of(record, record.jsonFrom(), record.jsonTo());
    while (members.next()) {
      if (versionAt < 0 && !members.keyIsIndex()) {
        versionAt = members.from();
      }
      if (members.keyIs(VERSION_KEY)) {
        ownFrom = members.from();
        ownTo = members.to();
      }
    }
    byte[] body =
        ownTo == 0 ? inserted(record, versionAt) : moved(record, versionAt, ownFrom, ownTo);
    return record.has(Field.CONTEXT) ? body : withContext(body);
  }

  /** Adds an empty context: records of earlier versions may have none, or null. */
  private static byte[] withContext(byte[] body) {
    int from = body.length - 1;
    int to = from;
    byte[] added = EMPTY_CONTEXT;
    CanonicalMembers members = CanonicalMembers.of(ByteBuffer.wrap(body), 0, body.length);
    while (members.next()) {
      if (members.keyIs(Field.CONTEXT.wireName())) {
        from = members.valueFrom();
        to = members.to();
        added = EMPTY_OBJECT;
      }
    }
    byte[] whole = Arrays.copyOf(body, body.length - (to - from) + added.length);
    System.arraycopy(added, 0, whole, from, added.length);
    System.arraycopy(body, to, whole, from + added.length, body.length - to);
    return whole;
  }

  /** Inserts the version before a member. */
  private static byte[] inserted(RecordView record, int at) {
    PayloadBuilder body =
        new PayloadBuilder(record, record.jsonTo() - record.jsonFrom() + VERSION.length + 1);
    body.add(record.jsonFrom(), at);
    body.add(VERSION);
    body.add((byte) ',');
    body.add(at, record.jsonTo());
    return body.bytes();
  }

  /** Inserts the version before a member and removes the client's version. */
  private static byte[] moved(RecordView record, int at, int ownFrom, int ownTo) {
    int ownLength = ownTo - ownFrom;
    PayloadBuilder body =
        new PayloadBuilder(
            record, record.jsonTo() - record.jsonFrom() + VERSION.length - ownLength);
    body.add(record.jsonFrom(), at);
    body.add(VERSION);
    if (ownFrom > at) {
      body.add((byte) ',');
      body.add(at, ownFrom - 1); // up to the comma before it
    }
    body.add(ownTo, record.jsonTo());
    return body.bytes();
  }

  public static String messageId(RecordView record) {
    String id = record.text(Field.MESSAGE_ID);
    if (id == null) {
      throw new IllegalArgumentException("a record without a message id");
    }
    return id;
  }
}
