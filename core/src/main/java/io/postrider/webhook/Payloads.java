package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.message.CanonicalMembers;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.PayloadFormat;

/** Builds request bodies by copying ranges of a record's JSON, without parsing. */
public final class Payloads {

  private static final byte[] VERSION_KEY = "version".getBytes(US_ASCII);
  private static final byte[] VERSION = "\"version\":1".getBytes(US_ASCII);

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
        : full(record);
  }

  /** The whole message; the service's version, after the integer keys, replaces the client's. */
  private static byte[] full(RecordView record) {
    int versionAt = -1;
    int ownFrom = 0;
    int ownTo = 0;
    CanonicalMembers members = CanonicalMembers.of(record);
    while (members.next()) {
      if (versionAt < 0 && !members.keyIsIndex()) {
        versionAt = members.from();
      }
      if (members.keyIs(VERSION_KEY)) {
        ownFrom = members.from();
        ownTo = members.to();
      }
    }
    return ownTo == 0 ? inserted(record, versionAt) : moved(record, versionAt, ownFrom, ownTo);
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
