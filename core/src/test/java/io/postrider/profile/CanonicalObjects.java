package io.postrider.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.SourceId;
import io.postrider.message.BodyReader;
import io.postrider.message.CanonicalValue;
import io.postrider.message.Field;
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
import java.util.Objects;

/** Objects as in records. */
final class CanonicalObjects {

  private CanonicalObjects() {}

  /** An object of JSON, as the traits of an accepted call. */
  static CanonicalValue object(String json) {
    byte[] body = ("{\"userId\":\"u\",\"traits\":" + json + "}").getBytes(UTF_8);
    ScannedBody scanned =
        (ScannedBody) new BodyReader().readCall(MessageType.IDENTIFY, body, 0, body.length);
    MessageNormalizer normalizer =
        new MessageNormalizer(HashKey.of(new byte[HashKey.LENGTH]), () -> "m", RecordForm.COMPACT);
    normalizer.begin(
        scanned, new RequestContext(new SourceId(1), SourceType.SERVER, Instant.EPOCH, null));
    RecordBuffer buffer = new RecordBuffer(1_024);
    if (normalizer.normalize(0, buffer) != null) {
      throw new IllegalArgumentException("rejected: " + json);
    }
    RecordView record = RecordView.of(ByteBuffer.wrap(buffer.bytes(), 0, buffer.ends()[0]).slice());
    return Objects.requireNonNull(record.canonical(Field.TRAITS));
  }
}
