package io.postrider.message;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes many records of one settled call cheaply: copies that differ in their header alone. */
public final class RecordTemplates {

  private RecordTemplates() {}

  /** The record of a call, settled as a collector does. */
  public static byte[] canonical(MessageType type, SourceId source, String json) {
    IngestHarness harness = new IngestHarness();
    byte[] body = IngestHarness.bytes(json);
    if (!(harness.reader.readCall(type, body, 0, body.length) instanceof ScannedBody scanned)) {
      throw new IllegalArgumentException(json);
    }
    RecordBuffer records = new RecordBuffer(1024);
    harness.normalizer.begin(
        scanned, new RequestContext(source, SourceType.SERVER, Instant.EPOCH, "203.0.113.7"));
    @Nullable Rejection rejection = harness.normalizer.normalize(0, records);
    if (rejection != null) {
      throw new IllegalArgumentException(rejection.toString());
    }
    return Arrays.copyOf(records.bytes(), records.sizeBytes());
  }

  /** A copy that was received at another time under another message id. */
  public static RecordView copy(byte[] template, long receivedAtMillis, long messageHash) {
    byte[] record = template.clone();
    RecordHeader.putLong(record, RecordHeader.RECEIVED_AT_OFFSET, receivedAtMillis);
    RecordHeader.putLong(record, RecordHeader.MESSAGE_HASH_OFFSET, messageHash);
    return RecordView.of(ByteBuffer.wrap(record));
  }
}
