package io.postrider.log;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * An in-memory log for tests and trials. Its records are lost when the process ends.
 *
 * <p>Thread-safe. Appends complete immediately, except while the log is on {@link #hold}, which
 * simulates a slow disk.
 */
public final class MemoryLog implements RecordLog {

  private record Waiting(RecordBatch batch, CompletableFuture<Long> future) {}

  /** The state that survives a reopen. */
  private static final class Content {
    final LogIdentity identity = new LogIdentity(UUID.randomUUID());
    final List<LogRecord> records = new ArrayList<>();
    long firstOffset;
  }

  private final Content content;
  private final int maxAppendBytes;
  private final long maxQueuedBytes;
  private final InstantSource clock;
  private final OffsetWaiters waiters = new OffsetWaiters();
  private final Queue<Waiting> queue = new ArrayDeque<>();
  private long queuedBytes;
  private boolean held;
  private boolean closed;

  /**
   * @param maxQueuedBytes the maximum size of queued appends while the log is on hold
   */
  public MemoryLog(int maxAppendBytes, long maxQueuedBytes, InstantSource clock) {
    this(new Content(), maxAppendBytes, maxQueuedBytes, clock);
  }

  /** A log with limits that no test reaches by accident. */
  public MemoryLog() {
    this(8 * 1024 * 1024, 64L * 1024 * 1024, InstantSource.system());
  }

  private MemoryLog(Content content, int maxAppendBytes, long maxQueuedBytes, InstantSource clock) {
    this.content = content;
    this.maxAppendBytes = maxAppendBytes;
    this.maxQueuedBytes = maxQueuedBytes;
    this.clock = clock;
  }

  /** Opens the same log again. */
  public synchronized MemoryLog reopen() {
    if (!closed) {
      throw new IllegalStateException("the log is open");
    }
    return new MemoryLog(content, maxAppendBytes, maxQueuedBytes, clock);
  }

  /** Queues appends until {@link #release}. */
  public synchronized void hold() {
    held = true;
  }

  /** Whether an append is queued. */
  public synchronized boolean isWaiting() {
    return !queue.isEmpty();
  }

  /** Completes queued appends and stops queueing. */
  public void release() {
    synchronized (this) {
      held = false;
    }
    settle();
  }

  /** Deletes the records before an offset, as retention does. */
  public synchronized void expireBefore(long offset) {
    int count = (int) (Math.min(offset, end()) - content.firstOffset);
    if (count > 0) {
      content.records.subList(0, count).clear();
      content.firstOffset += count;
    }
  }

  @Override
  public LogIdentity identity() {
    return content.identity;
  }

  @Override
  public int partitions() {
    return 1;
  }

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    requirePartition(partition);
    if (batch.weightBytes() > maxAppendBytes) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "batch of " + batch.weightBytes() + " bytes exceeds the limit of " + maxAppendBytes));
    }
    CompletableFuture<Long> future = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(LogUnavailableException.closed());
      }
      if (queuedBytes + batch.weightBytes() > maxQueuedBytes) {
        return CompletableFuture.failedFuture(
            new LogBusyException("the append queue is full: " + maxQueuedBytes + " bytes"));
      }
      queuedBytes += batch.weightBytes();
      queue.add(new Waiting(batch, future));
      if (held) {
        return future;
      }
    }
    settle();
    return future;
  }

  private void settle() {
    List<Runnable> completions = new ArrayList<>();
    long end;
    synchronized (this) {
      for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
        long base = end();
        add(next.batch);
        queuedBytes -= next.batch.weightBytes();
        CompletableFuture<Long> future = next.future;
        completions.add(() -> future.complete(base));
      }
      end = end();
    }
    waiters.reached(end);
    completions.forEach(Runnable::run);
  }

  private void add(RecordBatch batch) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    if (!content.records.isEmpty() && content.records.getLast().appendedAt().isAfter(now)) {
      now = content.records.getLast().appendedAt();
    }
    for (int i = 0; i < batch.count(); i++) {
      byte[] copy = new byte[batch.ends()[i] - batch.start(i)];
      System.arraycopy(batch.bytes(), batch.start(i), copy, 0, copy.length);
      content.records.add(new LogRecord(end(), now, ByteBuffer.wrap(copy).asReadOnlyBuffer()));
    }
  }

  private long end() {
    return content.firstOffset + content.records.size();
  }

  @Override
  public synchronized long firstOffset(int partition) {
    requirePartition(partition);
    return content.firstOffset;
  }

  @Override
  public synchronized long endOffset(int partition) {
    requirePartition(partition);
    return end();
  }

  @Override
  public synchronized long offsetAt(int partition, Instant time) {
    requirePartition(partition);
    requireOpen();
    for (LogRecord record : content.records) {
      if (!record.appendedAt().isBefore(time)) {
        return record.offset();
      }
    }
    return end();
  }

  @Override
  public synchronized LogReader reader(int partition, long fromOffset) {
    requirePartition(partition);
    requireOpen();
    if (fromOffset < 0) {
      throw new IllegalArgumentException("offset " + fromOffset);
    }
    return new Reader(fromOffset);
  }

  @Override
  public synchronized Optional<LogRecord> record(int partition, long offset) {
    requirePartition(partition);
    requireOpen();
    return offset < content.firstOffset || offset >= end()
        ? Optional.empty()
        : Optional.of(at(offset));
  }

  /** Every reader gets its own buffer, because buffers have a position. */
  private LogRecord at(long offset) {
    LogRecord record = content.records.get((int) (offset - content.firstOffset));
    return new LogRecord(offset, record.appendedAt(), record.bytes().duplicate());
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return waiters.whenBeyond(offset, endOffset(partition));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      held = false;
    }
    settle();
    waiters.close();
  }

  private void requireOpen() {
    if (closed) {
      throw LogUnavailableException.closed();
    }
  }

  private static void requirePartition(int partition) {
    if (partition != 0) {
      throw new IllegalArgumentException("partition " + partition + " of 1");
    }
  }

  private final class Reader implements LogReader {

    private long position;
    private boolean done;

    Reader(long position) {
      this.position = position;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public List<LogRecord> read(int maxBytes) {
      synchronized (MemoryLog.this) {
        if (done) {
          throw new LogUnavailableException("the reader is closed");
        }
        requireOpen();
        if (position < content.firstOffset) {
          throw new OffsetExpiredException(position, content.firstOffset);
        }
        List<LogRecord> records = new ArrayList<>();
        long left = maxBytes;
        while (position < end()) {
          LogRecord next = at(position);
          if (!records.isEmpty() && (left <= 0 || next.bytes().remaining() > left)) {
            break;
          }
          left -= next.bytes().remaining();
          records.add(next);
          position++;
        }
        return records;
      }
    }

    @Override
    public void close() {
      done = true;
    }
  }
}
