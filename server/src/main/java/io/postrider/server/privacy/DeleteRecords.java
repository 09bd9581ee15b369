package io.postrider.server.privacy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.message.CanonicalJson;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.privacy.Deletion;
import io.postrider.server.http.admin.Json;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;

/**
 * Makes the {@code delete} messages of a step. Belongs to one thread.
 *
 * <p>A repeated step makes the same messages with the same IDs.
 */
final class DeleteRecords {

  private static final long[] ALL_CONNECTED = {};

  /** No destination has this ID. */
  private static final long[] NO_DESTINATION = {0};

  private static final int EXPECTED_BYTES = 256;

  private final ComputedRecordWriter records;

  DeleteRecords(HashKey key) {
    records = new ComputedRecordWriter(key);
  }

  /** A user and its index in the regulation. */
  record Subject(int ordinal, String userId) {}

  /**
   * Records that tell followers of the log that users are erased, also after a rebuild. They are
   * delivered to no destination.
   */
  RecordBatch eraseBatch(Regulation regulation, List<Subject> subjects, Instant now) {
    RecordBuffer buffer = new RecordBuffer(EXPECTED_BYTES * subjects.size());
    for (Subject subject : subjects) {
      String messageId = "%s-%d".formatted(regulation.id(), subject.ordinal());
      records.add(
          json(messageId, subject.userId(), regulation.createdAt()),
          SourceId.NONE,
          now,
          NO_DESTINATION,
          buffer);
    }
    return new RecordBatch(buffer.bytes(), buffer.ends(), buffer.count());
  }

  /** The {@code delete} messages of some users, in order. */
  RecordBatch batch(
      Regulation regulation, Deletion.Work work, List<Subject> subjects, Instant now) {
    RecordBuffer buffer = new RecordBuffer(EXPECTED_BYTES * subjects.size());
    for (Subject subject : subjects) {
      String messageId = "%s-%d-%d".formatted(regulation.id(), work.ordinal(), subject.ordinal());
      records.add(
          json(messageId, subject.userId(), regulation.createdAt()),
          work.source(),
          now,
          ALL_CONNECTED,
          buffer);
    }
    return new RecordBatch(buffer.bytes(), buffer.ends(), buffer.count());
  }

  private static byte[] json(String messageId, String userId, Instant timestamp) {
    ByteArrayOutputStream json = new ByteArrayOutputStream(EXPECTED_BYTES);
    json.writeBytes("{\"type\":\"delete\",\"userId\":\"".getBytes(US_ASCII));
    json.writeBytes(CanonicalJson.stringBytes(userId));
    json.writeBytes(
        "\",\"timestamp\":\"%s\",\"messageId\":\"%s\"}"
            .formatted(Json.text(timestamp), messageId)
            .getBytes(US_ASCII));
    return json.toByteArray();
  }
}
