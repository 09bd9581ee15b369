package io.postrider.log.kafka;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.Pace;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordDeserializationException;

/**
 * Reads records in order. Confined to one thread at a time.
 *
 * <p>At the end of a partition it reads what the node's one follower has fetched for all readers;
 * elsewhere it borrows a consumer for the call. Between two calls it holds nothing.
 */
final class KafkaReader implements LogReader {

  /** How long a read waits for the follower, before it fetches the record by itself. */
  private static final long TAIL_WAIT_MILLIS = 50;

  private final KafkaPartition partition;
  private final KafkaReads reads;
  private final Pace pace;
  private long position;
  private Instant lastTime = Instant.MIN;
  private boolean closed;

  KafkaReader(KafkaPartition partition, KafkaReads reads, long position, Pace pace) {
    this.partition = partition;
    this.reads = reads;
    this.position = position;
    this.pace = pace;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public List<LogRecord> read(int maxBytes) {
    if (closed) {
      throw new LogUnavailableException("the reader is closed");
    }
    reads.requireOpen();
    requireNotExpired();
    if (!isBelowEnd()) {
      return List.of();
    }
    List<LogRecord> records = fromTail(maxBytes);
    if (records.isEmpty()) {
      records = fetched(maxBytes);
    }
    position = records.getLast().offset() + 1;
    return inOrderOfTime(records);
  }

  private boolean isBelowEnd() {
    if (position < partition.knownEnd()) {
      return true;
    }
    // the follower of live readers, or the watch of those in bulk, tells the end otherwise
    if (pace == Pace.LIVE && !partition.tail().isOpen()) {
      partition.endsAt(reads.offsets().end(partition.name()));
    }
    return position < partition.knownEnd();
  }

  private List<LogRecord> fromTail(int maxBytes) {
    PartitionTail tail = partition.tail();
    List<LogRecord> records = tail.read(position, maxBytes);
    if (!records.isEmpty()) {
      if (pace == Pace.LIVE) {
        partition.want();
      }
    } else if (tail.isNext(position)) {
      try {
        tail.await(position, TAIL_WAIT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LogUnavailableException("interrupted while reading", e);
      }
      records = tail.read(position, maxBytes);
    }
    return records;
  }

  private List<LogRecord> fetched(int maxBytes) {
    try {
      return reads.fetch(partition, position, maxBytes);
    } catch (LogTruncationException e) {
      throw truncated();
    } catch (OffsetOutOfRangeException e) {
      reads.refreshFirst(partition);
      requireNotExpired();
      throw truncated();
    } catch (CorruptRecordException | RecordDeserializationException e) {
      throw new LogCorruptException(
          "offset " + position + " of " + partition.name() + " is corrupt: " + e.getMessage());
    } catch (KafkaException e) {
      reads.requireOpen();
      throw new LogUnavailableException(
          "cannot read offset " + position + " of " + partition.name() + ": " + e.getMessage(), e);
    }
  }

  private LogCorruptException truncated() {
    return new LogCorruptException(
        "the brokers have lost offset "
            + position
            + " of "
            + partition.name()
            + ", which was durable: a replica that was not in sync became the leader, or a backup"
            + " was restored. Stop, and reset the cursors to the end of the log");
  }

  /** Nodes have their own clocks; within a reader time never goes back. */
  private List<LogRecord> inOrderOfTime(List<LogRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      LogRecord record = records.get(i);
      if (record.appendedAt().isBefore(lastTime)) {
        records.set(i, new LogRecord(record.offset(), lastTime, record.bytes()));
      } else {
        lastTime = record.appendedAt();
      }
    }
    partition.saw(lastTime.toEpochMilli());
    return records;
  }

  private void requireNotExpired() {
    long first = partition.knownFirst();
    if (position < first) {
      throw new OffsetExpiredException(position, first);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
