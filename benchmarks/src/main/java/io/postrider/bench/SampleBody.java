package io.postrider.bench;

import io.postrider.bench.load.BatchBodies;
import io.postrider.id.SourceId;
import io.postrider.message.BodyReader;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordForm;
import io.postrider.message.RecordView;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.SourceType;
import io.postrider.route.PayloadFormat;
import io.postrider.webhook.Payloads;
import java.nio.ByteBuffer;
import java.time.Instant;

/** The body that a receiver gets for one of the generator's messages. */
final class SampleBody {
  private SampleBody() {}

  /** The length in bytes. */
  static int length() {
    byte[] batch = new BatchBodies(1).next();
    if (!(new BodyReader().readBatch(batch, 0, batch.length) instanceof ScannedBody scanned)) {
      throw new IllegalStateException("the product rejects the benchmark's batch");
    }
    MessageNormalizer normalizer =
        new MessageNormalizer(HashKey.of(new byte[HashKey.LENGTH]), () -> "id", RecordForm.COMPACT);
    normalizer.begin(
        scanned, new RequestContext(new SourceId(1), SourceType.SERVER, Instant.now(), null));
    RecordBuffer records = new RecordBuffer(4096);
    if (normalizer.normalize(0, records) != null) {
      throw new IllegalStateException("the product rejects the benchmark's message");
    }
    ByteBuffer record = ByteBuffer.wrap(records.bytes(), 0, records.ends()[0]);
    return Payloads.body(RecordView.of(record), PayloadFormat.STANDARD).length;
  }
}
