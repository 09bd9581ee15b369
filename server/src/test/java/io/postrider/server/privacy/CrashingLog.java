package io.postrider.server.privacy;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A log in whose appending the program may die.
 *
 * @param meanwhile what happens just before
 */
record CrashingLog(RecordLog log, Fuse fuse, Runnable meanwhile) implements RecordLog {

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    meanwhile.run();
    return fuse.burn(() -> log.append(partition, batch));
  }

  @Override
  public LogIdentity identity() {
    return log.identity();
  }

  @Override
  public int partitions() {
    return log.partitions();
  }

  @Override
  public long firstOffset(int partition) {
    return log.firstOffset(partition);
  }

  @Override
  public long endOffset(int partition) {
    return log.endOffset(partition);
  }

  @Override
  public long offsetAt(int partition, Instant time) {
    return log.offsetAt(partition, time);
  }

  @Override
  public LogReader reader(int partition, long fromOffset) {
    return log.reader(partition, fromOffset);
  }

  @Override
  public Optional<LogRecord> record(int partition, long offset) {
    return log.record(partition, offset);
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return log.whenBeyond(partition, offset);
  }

  @Override
  public void close() {}
}
