package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.SourceId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * Computes the hashes that record headers have for IDs, by building sample records. Belongs to one
 * thread.
 */
final class IdHashes {

  private static final int SAMPLE_BYTES = 1_024;

  private final ComputedRecordWriter records;

  IdHashes(HashKey key) {
    this.records = new ComputedRecordWriter(key);
  }

  /** A record of the source with this message ID. */
  RecordView ofMessage(SourceId source, String messageId) {
    return record(source, "userId", "u", messageId);
  }

  /** The user hash of messages with this user ID. */
  long ofUser(SourceId source, String userId) {
    return record(source, "userId", userId, "m").userHash();
  }

  /** The user hash of messages with only this anonymous ID. */
  long ofAnonymous(SourceId source, String anonymousId) {
    return record(source, "anonymousId", anonymousId, "m").userHash();
  }

  private RecordView record(SourceId source, String field, String id, String messageId) {
    RecordBuffer buffer = new RecordBuffer(SAMPLE_BYTES);
    String json =
        "{\"type\":\"track\",\""
            + field
            + "\":"
            + quoted(id)
            + ",\"timestamp\":\"1970-01-01T00:00:00.000Z\",\"messageId\":"
            + quoted(messageId)
            + "}";
    records.add(json.getBytes(UTF_8), source, Instant.EPOCH, new long[0], buffer);
    int start = buffer.start(0);
    return RecordView.of(ByteBuffer.wrap(buffer.bytes(), start, buffer.ends()[0] - start));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || c < 0x20 || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
