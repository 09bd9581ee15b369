package io.postrider.message;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Creates many records of one call cheaply: copies that differ only in the header. */
public final class RecordTemplates {

  private RecordTemplates() {}

  /** The normalized record of a call. */
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

  /** A copy with another time of receipt and message ID. */
  public static RecordView copy(byte[] template, long receivedAtMillis, long messageHash) {
    byte[] record = template.clone();
    RecordHeader.putLong(record, RecordHeader.RECEIVED_AT_OFFSET, receivedAtMillis);
    RecordHeader.putLong(record, RecordHeader.MESSAGE_HASH_OFFSET, messageHash);
    return RecordView.of(ByteBuffer.wrap(record));
  }
}
