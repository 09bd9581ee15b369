package io.postrider.server.ledger.index;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A log of several partitions: as many logs in memory. */
public final class ManyPartitions implements RecordLog {

  private final List<MemoryLog> logs = new ArrayList<>();

  public ManyPartitions(int partitions, InstantSource clock) {
    for (int i = 0; i < partitions; i++) {
      logs.add(new MemoryLog(1 << 20, 1 << 20, clock));
    }
  }

  public MemoryLog partition(int partition) {
    return logs.get(partition);
  }

  @Override
  public LogIdentity identity() {
    return logs.getFirst().identity();
  }

  @Override
  public int partitions() {
    return logs.size();
  }

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    return logs.get(partition).append(0, batch);
  }

  @Override
  public long firstOffset(int partition) {
    return logs.get(partition).firstOffset(0);
  }

  @Override
  public long endOffset(int partition) {
    return logs.get(partition).endOffset(0);
  }

  @Override
  public long offsetAt(int partition, Instant time) {
    return logs.get(partition).offsetAt(0, time);
  }

  @Override
  public LogReader reader(int partition, long fromOffset) {
    return logs.get(partition).reader(0, fromOffset);
  }

  @Override
  public Optional<LogRecord> record(int partition, long offset) {
    return logs.get(partition).record(0, offset);
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return logs.get(partition).whenBeyond(0, offset);
  }

  @Override
  public void close() {
    logs.forEach(MemoryLog::close);
  }
}
