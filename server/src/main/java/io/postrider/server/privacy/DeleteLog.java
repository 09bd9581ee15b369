package io.postrider.server.privacy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.id.SourceId;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.CanonicalJson;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.privacy.Deletion;
import io.postrider.server.http.admin.Json;
import io.postrider.server.privacy.DeletionStore.Range;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Appends the {@code delete} messages of deletions to the log. Belongs to one thread, which it
 * blocks until they are durable.
 *
 * <p>A repeated step makes the same messages with the same IDs.
 */
final class DeleteLog {

  /** All of them are in this partition: one node delivers them, and sees how that ends. */
  static final int PARTITION = 0;

  private static final long APPEND_TIMEOUT_SECONDS = 30;
  private static final long[] ALL_CONNECTED = {};

  /** No destination has this ID. */
  private static final long[] NO_DESTINATION = {0};

  private static final int EXPECTED_BYTES = 256;

  private final RecordLog log;
  private final ComputedRecordWriter writer;
  private final InstantSource time;

  DeleteLog(RecordLog log, HashKey key, InstantSource time) {
    this.log = log;
    this.writer = new ComputedRecordWriter(key);
    this.time = time;
  }

  record Subject(int ordinal, String userId) {}

  /**
   * Appends records that tell followers of the log that users are erased, also after a rebuild.
   * They are delivered to no destination.
   */
  void appendErasures(Regulation regulation, List<Subject> subjects) {
    long _ =
        append(regulation, regulation.id().toString(), SourceId.NONE, NO_DESTINATION, subjects);
  }

  /** Appends the messages of some users for one source, in order. */
  Range append(Regulation regulation, Deletion.Work work, List<Subject> subjects) {
    String idPrefix = regulation.id() + "-" + work.ordinal();
    long first = append(regulation, idPrefix, work.source(), ALL_CONNECTED, subjects);
    return new Range(PARTITION, first, subjects.size());
  }

  private long append(
      Regulation regulation,
      String idPrefix,
      SourceId source,
      long[] destinations,
      List<Subject> subjects) {
    RecordBuffer buffer = new RecordBuffer(EXPECTED_BYTES * subjects.size());
    for (Subject subject : subjects) {
      String messageId = idPrefix + "-" + subject.ordinal();
      byte[] json = json(messageId, subject.userId(), regulation.createdAt());
      writer.add(json, source, time.instant(), destinations, buffer);
    }
    RecordBatch batch = new RecordBatch(buffer.bytes(), buffer.ends(), buffer.count());
    try {
      return log.append(PARTITION, batch).get(APPEND_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw new LogUnavailableException("Cannot append delete messages.", failed);
    } catch (TimeoutException slow) {
      throw new LogUnavailableException("Appending delete messages timed out.", slow);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("Interrupted.", e);
    }
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
