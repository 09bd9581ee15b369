package io.postrider.delivery;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Records with the header that {@code docs/record-format.md} describes. */
final class RecordFixtures {

  private static final int HEADER = 55;

  private RecordFixtures() {}

  static RecordView track(long userHash, long receivedAtMillis) {
    return of(MessageType.TRACK, userHash, receivedAtMillis, 2);
  }

  static RecordView delete(long userHash, long receivedAtMillis) {
    return of(MessageType.DELETE, userHash, receivedAtMillis, 2);
  }

  static RecordView of(MessageType type, long userHash, long receivedAtMillis, int jsonLength) {
    ByteBuffer record = ByteBuffer.allocate(HEADER + jsonLength);
    record.put(0, (byte) 1);
    record.put(1, (byte) type.code());
    record.putLong(12, receivedAtMillis);
    record.putLong(20, receivedAtMillis);
    record.putLong(44, userHash);
    record.put(HEADER, "{}".getBytes(StandardCharsets.US_ASCII));
    return RecordView.of(record);
  }
}
