package io.postrider.server.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.BodyReader;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordForm;
import io.postrider.message.RecordView;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.SourceType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/** Makes records of calls as the tracking API does. Belongs to one thread. */
public final class AcceptedRecords {

  private final BodyReader reader = new BodyReader();
  private final MessageNormalizer normalizer =
      new MessageNormalizer(
          HashKey.of(new byte[HashKey.LENGTH]), () -> "made-" + ++this.made, RecordForm.COMPACT);
  private int made;

  /** The record of a call. */
  public byte[] of(long source, MessageType type, Instant at, String json) {
    byte[] body = json.getBytes(UTF_8);
    ScannedBody scanned = (ScannedBody) reader.readCall(type, body, 0, body.length);
    normalizer.begin(
        scanned, new RequestContext(new SourceId(source), SourceType.SERVER, at, null));
    RecordBuffer buffer = new RecordBuffer(1_024);
    if (normalizer.normalize(0, buffer) != null) {
      throw new IllegalArgumentException("rejected: " + json);
    }
    return Arrays.copyOfRange(buffer.bytes(), 0, buffer.ends()[0]);
  }

  /** The record of a track call. */
  public byte[] track(long source, Instant at, String event) {
    return of(source, MessageType.TRACK, at, "{\"userId\":\"u\",\"event\":\"" + event + "\"}");
  }

  /** Reads a record. */
  static RecordView view(byte[] record) {
    return RecordView.of(ByteBuffer.wrap(record));
  }

  /** Appends a record and waits until it is durable. */
  public static long append(RecordLog log, byte[] record) {
    return log.append(0, RecordBatch.of(record)).join();
  }
}
