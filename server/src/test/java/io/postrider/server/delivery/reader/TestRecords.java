package io.postrider.server.delivery.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import java.time.Instant;
import java.util.Arrays;

/** Small records of chosen sources. */
public final class TestRecords {

  private final ComputedRecordWriter records =
      new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]));
  private int made;

  /** Appends one record and waits until it is durable. */
  public long append(RecordLog log, long source, long... destinations) {
    RecordBuffer buffer = new RecordBuffer(512);
    made++;
    String json =
        """
        {"type":"track","event":"E","userId":"u","messageId":"m%d",\
        "timestamp":"2026-01-01T00:00:00.000Z"}\
        """
            .formatted(made);
    records.add(json.getBytes(UTF_8), new SourceId(source), Instant.EPOCH, destinations, buffer);
    byte[] bytes = Arrays.copyOfRange(buffer.bytes(), buffer.start(0), buffer.ends()[0]);
    return log.append(0, RecordBatch.of(bytes)).join();
  }
}
