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
 * A log that lasts as long as the process: for tests and trials.
 *
 * <p>Safe to call from any thread. Appends are durable, as far as this log knows the word, at once;
 * but while it is {@link #hold held} they wait as they would for a slow disk.
 */
public final class MemoryLog implements RecordLog {

  private record Waiting(RecordBatch batch, CompletableFuture<Long> future) {}

  /** What outlives a closing. */
  private static final class Content {
    final LogIdentity identity = new LogIdentity(UUID.randomUUID());
    final List<LogRecord> records = new ArrayList<>();
    long firstOffset;
  }

  private final Content content;
  private final int maxAppendBytes;
  private final long maxQueuedBytes;
  private final InstantSource clock;
  private final Arrivals arrivals = new Arrivals();
  private final Queue<Waiting> queue = new ArrayDeque<>();
  private long queuedBytes;
  private boolean held;
  private boolean closed;

  /**
   * @param maxAppendBytes the most that one append may weigh
   * @param maxQueuedBytes the most that may wait while the log is held
   * @param clock the time
   */
  public MemoryLog(int maxAppendBytes, long maxQueuedBytes, InstantSource clock) {
    this(new Content(), maxAppendBytes, maxQueuedBytes, clock);
  }

  /** One with bounds that no test meets by chance. */
  public MemoryLog() {
    this(8 * 1024 * 1024, 64L * 1024 * 1024, InstantSource.system());
  }

  private MemoryLog(Content content, int maxAppendBytes, long maxQueuedBytes, InstantSource clock) {
    this.content = content;
    this.maxAppendBytes = maxAppendBytes;
    this.maxQueuedBytes = maxQueuedBytes;
    this.clock = clock;
  }

  /** The same log, opened again. */
  public synchronized MemoryLog reopen() {
    if (!closed) {
      throw new IllegalStateException("the log is open");
    }
    return new MemoryLog(content, maxAppendBytes, maxQueuedBytes, clock);
  }

  /** Appends wait from now on. */
  public synchronized void hold() {
    held = true;
  }

  /** What waits becomes durable, and appends do not wait any more. */
  public void release() {
    synchronized (this) {
      held = false;
    }
    settle();
  }

  /** Takes the records before an offset away, as retention does. */
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
              "a batch that weighs "
                  + batch.weightBytes()
                  + " bytes; at most "
                  + maxAppendBytes
                  + " may"));
    }
    CompletableFuture<Long> future = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(closedException());
      }
      if (queuedBytes + batch.weightBytes() > maxQueuedBytes) {
        return CompletableFuture.failedFuture(
            new LogBusyException("more than " + maxQueuedBytes + " bytes would wait"));
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
    List<Runnable> tell = new ArrayList<>();
    long end;
    synchronized (this) {
      for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
        long base = end();
        add(next.batch);
        queuedBytes -= next.batch.weightBytes();
        CompletableFuture<Long> future = next.future;
        tell.add(() -> future.complete(base));
      }
      end = end();
    }
    arrivals.reached(end);
    tell.forEach(Runnable::run);
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
    refuseClosed();
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
    refuseClosed();
    if (fromOffset < 0) {
      throw new IllegalArgumentException("offset " + fromOffset);
    }
    return new Reader(fromOffset);
  }

  @Override
  public synchronized Optional<LogRecord> record(int partition, long offset) {
    requirePartition(partition);
    refuseClosed();
    return offset < content.firstOffset || offset >= end()
        ? Optional.empty()
        : Optional.of(at(offset));
  }

  /** Every reader gets a buffer of its own, since buffers have a position. */
  private LogRecord at(long offset) {
    LogRecord record = content.records.get((int) (offset - content.firstOffset));
    return new LogRecord(offset, record.appendedAt(), record.bytes().duplicate());
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return arrivals.whenBeyond(offset, endOffset(partition));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      held = false;
    }
    settle();
    arrivals.close();
  }

  private void refuseClosed() {
    if (closed) {
      throw closedException();
    }
  }

  private static LogUnavailableException closedException() {
    return new LogUnavailableException("the log is closed");
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
        refuseClosed();
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
