package io.postrider.server;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A log that delegates to another one; implementations override some methods. */
public interface WrappedLog extends RecordLog {

  /** The wrapped log. */
  RecordLog log();

  @Override
  default LogIdentity identity() {
    return log().identity();
  }

  @Override
  default int partitions() {
    return log().partitions();
  }

  @Override
  default CompletableFuture<Long> append(int partition, RecordBatch batch) {
    return log().append(partition, batch);
  }

  @Override
  default long firstOffset(int partition) {
    return log().firstOffset(partition);
  }

  @Override
  default long endOffset(int partition) {
    return log().endOffset(partition);
  }

  @Override
  default long offsetAt(int partition, Instant time) {
    return log().offsetAt(partition, time);
  }

  @Override
  default LogReader reader(int partition, long fromOffset) {
    return log().reader(partition, fromOffset);
  }

  @Override
  default Optional<LogRecord> record(int partition, long offset) {
    return log().record(partition, offset);
  }

  @Override
  default CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return log().whenBeyond(partition, offset);
  }

  @Override
  default void close() {
    log().close();
  }
}
