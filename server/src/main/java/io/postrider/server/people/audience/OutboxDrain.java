package io.postrider.server.people.audience;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.audience.Computation;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.CanonicalJson;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordPartitions;
import io.postrider.message.Timestamps;
import io.postrider.server.people.audience.Outbox.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves changes from the outbox to the log as identify messages: appends the oldest, waits until
 * they are durable, then deletes them. After a crash in between they are appended again under the
 * same message IDs; none is lost.
 *
 * <p>Belongs to one thread. Changes of deleted computations and of suppressed users are dropped.
 */
public final class OutboxDrain {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxDrain.class);

  static final int MAX_CHANGES = 1_000;

  /** About the most bytes appended at once. */
  static final int MAX_BYTES = 2 << 20;

  private final Outbox outbox;
  private final RecordLog log;
  private final Supplier<Definitions> definitions;
  private final ComputedRecordWriter records;
  private final ToLongFunction<String> userHash;
  private final Predicate<RecordBuffer> suppressed;

  /**
   * @param userHash replaces the user ID in message IDs
   * @param suppressed whether the user of a buffer's last record is suppressed
   */
  public OutboxDrain(
      Outbox outbox,
      RecordLog log,
      Supplier<Definitions> definitions,
      ComputedRecordWriter records,
      ToLongFunction<String> userHash,
      Predicate<RecordBuffer> suppressed) {
    this.outbox = outbox;
    this.log = log;
    this.definitions = definitions;
    this.records = records;
    this.userHash = userHash;
    this.suppressed = suppressed;
  }

  /**
   * Publishes the oldest changes; returns how many left the outbox, 0 if it was empty.
   *
   * @throws java.util.concurrent.CompletionException if the log rejects them
   */
  int advance(Instant now) {
    List<Change> oldest = outbox.oldest(MAX_CHANGES);
    if (oldest.isEmpty()) {
      return 0;
    }
    Definitions known = definitions.get();
    RecordBuffer buffer = new RecordBuffer(oldest.size() * 512);
    List<Change> taken = new ArrayList<>();
    for (Change change : oldest) {
      known.find(change.computation()).ifPresent(entry -> add(entry, change, now, buffer));
      taken.add(change);
      if (buffer.sizeBytes() > MAX_BYTES) {
        break;
      }
    }
    append(RecordPartitions.split(buffer, log.partitions()));
    outbox.published(taken);
    return taken.size();
  }

  private void add(Definitions.Entry entry, Change change, Instant now, RecordBuffer buffer) {
    long[] destinations = change.destinations().stream().mapToLong(DestinationId::bits).toArray();
    try {
      records.add(message(entry.computation(), change), SourceId.NONE, now, destinations, buffer);
      if (suppressed.test(buffer)) {
        buffer.dropLast();
      }
    } catch (IllegalArgumentException tooLong) {
      // user ID and value together exceed the size of a message
      LOG.error(
          "Dropping a change of {} that cannot be sent: {}",
          entry.computation().id(),
          tooLong.getMessage());
    }
  }

  /** The same change always makes the same bytes, so receivers recognize a repeated message. */
  private byte[] message(Computation computation, Change change) {
    String key = CanonicalJson.quoted(computation.key());
    return ("{\"type\":\"identify\",\"userId\":%s,\"traits\":{%s:%s},"
            + "\"context\":{\"personas\":{\"computation_class\":\"%s\",\"computation_id\":\"%s\","
            + "\"computation_key\":%s}},\"messageId\":\"%s-%016x-%d\",\"timestamp\":\"%s\"}")
        .formatted(
            CanonicalJson.quoted(change.userId()),
            key,
            change.value(),
            computation.id().kind().wireName(),
            computation.id(),
            key,
            computation.id(),
            userHash.applyAsLong(change.userId()),
            change.number(),
            Timestamps.format(change.at().toEpochMilli()))
        .getBytes(UTF_8);
  }

  private void append(List<RecordBuffer> buffers) {
    List<CompletableFuture<Long>> appends = new ArrayList<>();
    for (int partition = 0; partition < buffers.size(); partition++) {
      RecordBuffer buffer = buffers.get(partition);
      if (buffer.count() > 0) {
        RecordBatch batch = new RecordBatch(buffer.bytes(), buffer.ends(), buffer.count());
        appends.add(log.append(partition, batch));
      }
    }
    appends.forEach(CompletableFuture::join);
  }
}
