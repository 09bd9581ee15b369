package io.postrider.log;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A durable, ordered log of opaque records in one or more partitions.
 *
 * <p>Safe to call from any thread. Nothing but {@link #close} waits for records to become durable,
 * and nothing but reading, by offset or by time, waits for the disk at all. What {@code
 * RecordLogContract} says is what every implementation does. The number of partitions is fixed when
 * the log is created.
 *
 * <p>Invariant: a record is visible to readers only once it is durable, offsets of one partition
 * only grow, and a visible record never changes until retention takes it away.
 */
public interface RecordLog extends AutoCloseable {

  /** Which log this is: made once, when the log is created, and kept with it. */
  LogIdentity identity();

  /** How many partitions there are; they are numbered from 0. */
  int partitions();

  /**
   * Appends the records of a batch, all of them or none, one after the other.
   *
   * <p>The future completes with the offset of the first record when all of them are durable. It
   * completes with {@link LogBusyException} if too much is waiting already, with {@link
   * LogUnavailableException} if the records could not be made durable, and with {@link
   * IllegalArgumentException} if the batch weighs more than the log ever takes at once. It
   * completes on a thread of the log: a dependent action must be short and must not wait.
   */
  CompletableFuture<Long> append(int partition, RecordBatch batch);

  /** The offset of the oldest record that is still there, or {@link #endOffset} if none is. */
  long firstOffset(int partition);

  /** The offset that follows the newest durable record. */
  long endOffset(int partition);

  /** The offset of the first record appended at or after a time, or the end if there is none. */
  long offsetAt(int partition, Instant time);

  /** A reader that starts at an offset, which may lie beyond the end. */
  LogReader reader(int partition, long fromOffset);

  /** The record at an offset, or nothing if it is not there any more or not there yet. */
  Optional<LogRecord> record(int partition, long offset);

  /** Completes when the partition's end lies beyond an offset; never by polling. */
  CompletableFuture<Void> whenBeyond(int partition, long offset);

  /** Makes durable what was appended, fails what cannot be, and lets go of everything. */
  @Override
  void close();
}
