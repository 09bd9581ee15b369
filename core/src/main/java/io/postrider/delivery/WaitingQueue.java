package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait in memory for their first round, in offset order. Bounded in number and
 * bytes, and by a budget shared with other queues. An empty queue takes one message of any size
 * without asking the budget, so that every destination makes progress.
 */
final class WaitingQueue {

  private record Entry(long offset, RecordView record, boolean charged) {}

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private final int mostMessages;
  private final int mostBytes;
  private final QueueBudget budget;
  private long bytes;

  WaitingQueue(int mostMessages, int mostBytes, QueueBudget budget) {
    this.mostMessages = mostMessages;
    this.mostBytes = mostBytes;
    this.budget = budget;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  int size() {
    return entries.size();
  }

  /** Whether it is at least half empty, so that a read is worthwhile. */
  boolean isHalfEmpty() {
    return entries.size() <= mostMessages / 2 && bytes <= mostBytes / 2;
  }

  int roomMessages() {
    return Math.max(1, mostMessages - entries.size());
  }

  int roomBytes() {
    return (int) Math.max(1, mostBytes - bytes);
  }

  /** Copies a record in, or returns false if there is no room. */
  boolean add(long offset, RecordView record) {
    int length = record.lengthBytes();
    boolean first = entries.isEmpty();
    if (!first
        && (entries.size() >= mostMessages || bytes + length > mostBytes || !budget.take(length))) {
      return false;
    }
    entries.add(new Entry(offset, record.copy(), !first));
    bytes += length;
    return true;
  }

  long firstOffset() {
    return entries.element().offset();
  }

  @Nullable RecordView first() {
    Entry entry = entries.peek();
    return entry == null ? null : entry.record();
  }

  void removeFirst() {
    Entry entry = entries.remove();
    int length = entry.record().lengthBytes();
    bytes -= length;
    if (entry.charged()) {
      budget.give(length);
    }
  }

  void clear() {
    while (!entries.isEmpty()) {
      removeFirst();
    }
  }
}
