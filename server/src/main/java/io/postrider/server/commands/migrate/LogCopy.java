package io.postrider.server.commands.migrate;

import io.postrider.log.LogBusyException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.server.config.StartException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Copies records into a log, with their times, and compares the copy. Belongs to one thread.
 *
 * <p>It needs no memory of an earlier run. Partitions and order are the same in every run, so that
 * the first records of a partition are there already, as many as its end says. What an append that
 * failed left behind, the comparison finds.
 */
final class LogCopy {

  /** Records of one partition and millisecond go together, up to this size. */
  private static final int BATCH_BYTES = 256 * 1024;

  /** Appends wait for the brokers up to this size. */
  private static final long MAX_PENDING_BYTES = 16L * 1024 * 1024;

  private final RecordLog target;
  private final CopyClock clock;
  private final long[] present;
  private final List<Batch> batches = new ArrayList<>();
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private Instant time = Instant.EPOCH;
  private long pendingBytes;

  private record Pending(CompletableFuture<Long> append, RecordBatch batch) {}

  /** Records of one partition and millisecond that are not appended yet. */
  private static final class Batch {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Integer> ends = new ArrayList<>();

    void add(ByteBuffer record) {
      byte[] copy = new byte[record.remaining()];
      record.get(record.position(), copy);
      bytes.writeBytes(copy);
      ends.add(bytes.size());
    }

    RecordBatch take() {
      int[] all = ends.stream().mapToInt(Integer::intValue).toArray();
      RecordBatch batch = new RecordBatch(bytes.toByteArray(), all, all.length);
      bytes.reset();
      ends.clear();
      return batch;
    }
  }

  private LogCopy(RecordLog target, CopyClock clock) {
    this.target = target;
    this.clock = clock;
    this.present = new long[target.partitions()];
    for (int i = 0; i < present.length; i++) {
      present[i] = target.endOffset(i);
      batches.add(new Batch());
    }
  }

  /**
   * Copies what the target does not have yet; all of it is durable when this returns.
   *
   * @param clock what the target takes for the time of appends
   * @throws StartException if the brokers do not take them
   */
  static void copy(RecordScan scan, RecordLog target, CopyClock clock) {
    LogCopy copy = new LogCopy(target, clock);
    scan.run(copy::take);
    copy.finish();
  }

  private void take(int partition, Instant appendedAt, ByteBuffer record) {
    if (present[partition] > 0) {
      present[partition]--;
      return;
    }
    if (appendedAt.toEpochMilli() != time.toEpochMilli()) {
      appendAll();
      time = appendedAt;
    }
    Batch batch = batches.get(partition);
    batch.add(record);
    if (batch.bytes.size() >= BATCH_BYTES) {
      append(partition);
    }
  }

  private void appendAll() {
    for (int i = 0; i < batches.size(); i++) {
      if (!batches.get(i).ends.isEmpty()) {
        append(i);
      }
    }
  }

  private void append(int partition) {
    RecordBatch batch = batches.get(partition).take();
    while (pendingBytes > MAX_PENDING_BYTES) {
      awaitOldest();
    }
    clock.set(time);
    CompletableFuture<Long> append = target.append(partition, batch);
    while (isBusy(append)) {
      if (pending.isEmpty()) {
        Thread.onSpinWait(); // the queue is about to be empty
      } else {
        awaitOldest();
      }
      append = target.append(partition, batch);
    }
    pending.add(new Pending(append, batch));
    pendingBytes += batch.weightBytes();
  }

  private static boolean isBusy(CompletableFuture<Long> append) {
    return append.isCompletedExceptionally() && append.exceptionNow() instanceof LogBusyException;
  }

  private void awaitOldest() {
    Pending oldest = pending.remove();
    pendingBytes -= oldest.batch().weightBytes();
    try {
      long _ = oldest.append().join();
    } catch (CompletionException e) {
      throw unavailable(e.getCause() == null ? e : e.getCause());
    }
  }

  private void finish() {
    appendAll();
    while (!pending.isEmpty()) {
      awaitOldest();
    }
  }

  static StartException unavailable(Throwable failure) {
    return new StartException(
        ("Kafka does not take the copy: %s. Run the command again when the brokers are available;"
                + " it continues.")
            .formatted(failure.getMessage()));
  }
}
