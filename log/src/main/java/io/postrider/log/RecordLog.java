package io.postrider.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * A durable, ordered log of opaque records in one or more partitions.
 *
 * <p>Thread-safe. Only {@link #close} waits for records to become durable. Reads, by offset or by
 * time, wait for the disk; on a log that several nodes share, reads and {@link #endOffset} wait for
 * the network. {@code RecordLogContract} specifies every implementation. The number of partitions
 * is fixed when the log is created.
 *
 * <p>Invariant: a record is visible to readers only after it is durable, offsets of a partition
 * only grow, and a visible record never changes until retention deletes it.
 */
public interface RecordLog extends AutoCloseable {

  /** The log's unique ID, generated when the log is created and stored with it. */
  LogIdentity identity();

  /** The number of partitions; they are numbered from 0. */
  int partitions();

  /**
   * Appends the records of a batch, atomically and at consecutive offsets.
   *
   * <p>The future completes with the offset of the first record when all records are durable. It
   * fails with {@link LogBusyException} if the queue is full, with {@link LogUnavailableException}
   * if the records cannot be made durable, and with {@link IllegalArgumentException} if the batch
   * exceeds the log's size limit. It completes on a thread of the log: a dependent action must be
   * short and must not block.
   *
   * <p>On a log that several nodes share, records of other nodes may come in between, and an append
   * that fails may have stored some of its records: its outcome is unknown.
   */
  CompletableFuture<Long> append(int partition, RecordBatch batch);

  /** The offset of the oldest record, or {@link #endOffset} if there is none. */
  long firstOffset(int partition);

  /**
   * The offset after the newest durable record, of any node.
   *
   * @throws LogUnavailableException if a log that several nodes share does not answer
   */
  long endOffset(int partition);

  /**
   * {@link #endOffset} of every partition, in their order; one question to a log that several nodes
   * share.
   */
  default List<Long> endOffsets() {
    return IntStream.range(0, partitions()).mapToObj(this::endOffset).toList();
  }

  /** The offset of the first record appended at or after a time, or the end if there is none. */
  long offsetAt(int partition, Instant time);

  /** A reader that starts at an offset, which may be beyond the end. */
  LogReader reader(int partition, long fromOffset);

  /** As {@link #reader(int, long)}; with {@link Pace#BULK} it may see the end of a moment ago. */
  default LogReader reader(int partition, long fromOffset, Pace pace) {
    return reader(partition, fromOffset);
  }

  /** The record at an offset, or empty if it has expired or does not exist yet. */
  default Optional<LogRecord> record(int partition, long offset) {
    try (LogReader reader = reader(partition, offset)) {
      List<LogRecord> records = reader.read(1);
      return records.isEmpty() ? Optional.empty() : Optional.of(records.getFirst());
    } catch (OffsetExpiredException e) {
      return Optional.empty();
    }
  }

  /** Completes when the partition's end is beyond an offset. Does not poll. */
  CompletableFuture<Void> whenBeyond(int partition, long offset);

  /** As {@link #whenBeyond(int, long)}; with {@link Pace#BULK} it may complete a moment later. */
  default CompletableFuture<Void> whenBeyond(int partition, long offset, Pace pace) {
    return whenBeyond(partition, offset);
  }

  /** Commits queued appends, fails those that cannot be committed, and releases all resources. */
  @Override
  void close();
}
