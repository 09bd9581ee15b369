package io.postrider.server.people.audience;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.RecordBuffer;
import io.postrider.server.people.audience.Outbox.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings changes from the outbox into the log, step by step: appends the oldest, waits until they
 * are durable, and only then forgets them. A crash in between has them appended again, under the
 * same ids; none is lost.
 *
 * <p>Belongs to one thread. Changes of computations that are not there any more are forgotten, and
 * those of suppressed users, of whom nothing is stored or delivered.
 */
public final class OutboxDrain {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxDrain.class);

  /** How many changes go into the log at once. */
  static final int MOST = 1_000;

  /** About how many bytes go into the log at once. */
  static final int MOST_BYTES = 2 << 20;

  private final Outbox outbox;
  private final RecordLog log;
  private final Supplier<Definitions> definitions;
  private final ComputedRecordWriter records;
  private final ComputedMessages messages;
  private final Predicate<RecordBuffer> untold;

  /**
   * Publishes from an outbox into a log.
   *
   * @param untold whether nobody is to hear of the user of a buffer's last record
   */
  public OutboxDrain(
      Outbox outbox,
      RecordLog log,
      Supplier<Definitions> definitions,
      ComputedRecordWriter records,
      ComputedMessages messages,
      Predicate<RecordBuffer> untold) {
    this.outbox = outbox;
    this.log = log;
    this.definitions = definitions;
    this.records = records;
    this.messages = messages;
    this.untold = untold;
  }

  /**
   * Publishes the oldest changes; how many were forgotten then, 0 if there were none.
   *
   * @throws java.util.concurrent.CompletionException if the log does not take them now
   */
  int advance(Instant now) {
    List<Change> oldest = outbox.oldest(MOST);
    if (oldest.isEmpty()) {
      return 0;
    }
    Definitions known = definitions.get();
    List<RecordBuffer> buffers = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      buffers.add(new RecordBuffer(oldest.size() * 512));
    }
    List<Change> taken = new ArrayList<>();
    int bytes = 0;
    for (Change change : oldest) {
      RecordBuffer buffer =
          buffers.get(Math.floorMod(change.userId().hashCode(), log.partitions()));
      int before = buffer.sizeBytes();
      known.find(change.computation()).ifPresent(entry -> add(entry, change, now, buffer));
      taken.add(change);
      bytes += buffer.sizeBytes() - before;
      if (bytes > MOST_BYTES) {
        break;
      }
    }
    append(buffers);
    outbox.published(taken);
    return taken.size();
  }

  private void add(Definitions.Entry entry, Change change, Instant now, RecordBuffer buffer) {
    long[] destinations = change.destinations().stream().mapToLong(DestinationId::bits).toArray();
    try {
      records.add(
          messages.of(entry.computation(), change), SourceId.NONE, now, destinations, buffer);
      if (untold.test(buffer)) {
        buffer.dropLast();
      }
    } catch (IllegalArgumentException tooLong) {
      // a user id and a value that both are as long as a whole message may be
      LOG.error(
          "A change of {} cannot be sent and is left out: {}",
          entry.computation().id(),
          tooLong.getMessage());
    }
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
