package io.postrider.log.kafka;

import io.postrider.log.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The newest records of a partition, in memory, so that all readers at its end share one fetch.
 *
 * <p>Thread-safe. Bounded by bytes: the oldest records leave first, but the newest one stays.
 * Offsets are consecutive; a gap drops everything before it.
 */
final class PartitionTail {

  private final long maxBytes;
  private final List<LogRecord> records = new ArrayList<>();
  private int head;
  private long sizeBytes;
  private boolean open;
  private long nextOffset;

  PartitionTail(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** From now on records are added as they become durable, beginning with an offset. */
  synchronized void start(long offset) {
    open = true;
    nextOffset = offset;
  }

  /** No more records are added; what is kept would soon be outdated. */
  synchronized void stop() {
    open = false;
    clear();
    notifyAll();
  }

  /** Whether records are being added. */
  synchronized boolean isOpen() {
    return open;
  }

  synchronized void add(List<LogRecord> more) {
    for (LogRecord record : more) {
      if (head < records.size() && records.getLast().offset() + 1 != record.offset()) {
        clear();
      }
      records.add(record);
      nextOffset = record.offset() + 1;
      sizeBytes += record.bytes().remaining();
    }
    while (sizeBytes > maxBytes && head < records.size() - 1) {
      sizeBytes -= records.get(head).bytes().remaining();
      head++;
    }
    if (head > records.size() / 2) {
      records.subList(0, head).clear();
      head = 0;
    }
    notifyAll();
  }

  private void clear() {
    records.clear();
    head = 0;
    sizeBytes = 0;
  }

  /** The records from an offset, as {@link io.postrider.log.LogReader#read}; empty if not here. */
  synchronized List<LogRecord> read(long offset, int budgetBytes) {
    List<LogRecord> found = new ArrayList<>();
    if (head == records.size() || offset < records.get(head).offset()) {
      return found;
    }
    long index = head + offset - records.get(head).offset();
    long left = budgetBytes;
    for (long i = index; i < records.size(); i++) {
      LogRecord record = records.get((int) i);
      int lengthBytes = record.bytes().remaining();
      if (!found.isEmpty() && (left <= 0 || lengthBytes > left)) {
        break;
      }
      left -= lengthBytes;
      // every reader gets its own buffer, because buffers have a position
      found.add(new LogRecord(record.offset(), record.appendedAt(), record.bytes().duplicate()));
    }
    return found;
  }

  /** Whether the record at an offset is the next one to be added. */
  synchronized boolean isNext(long offset) {
    return open && offset >= nextOffset;
  }

  /** Waits a moment for the record at an offset, if records are being added. */
  synchronized void await(long offset, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (open && offset >= nextOffset) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}
