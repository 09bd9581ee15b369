package io.postrider.log.embedded;

import java.util.Arrays;

/**
 * Where in a segment about every 64 KiB a batch begins, by offset and by time.
 *
 * <p>One thread adds while any number of them look up. It is only a shortcut: what it answers is
 * the beginning of a batch at or before the one wanted, from where the caller goes on.
 */
final class SparseIndex {

  static final int SPACING_BYTES = 64 * 1024;

  /** The longs of one entry: offset, position, time. */
  static final int ENTRY_LONGS = 3;

  /** Which of them is the time. */
  static final int TIME = 2;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entries(long[] values, int count) {}

  private volatile Entries entries;

  SparseIndex() {
    this(new long[ENTRY_LONGS * 8], 0);
  }

  SparseIndex(long[] values, int count) {
    entries = new Entries(values, count);
  }

  /** Tells of a batch; it is kept if it lies far enough behind the last one kept. */
  void add(long baseOffset, long position, long timeMs) {
    Entries now = entries;
    int at = now.count * ENTRY_LONGS;
    if (now.count > 0 && position - now.values[at - ENTRY_LONGS + 1] < SPACING_BYTES) {
      return;
    }
    long[] values = now.values;
    if (at == values.length) {
      values = Arrays.copyOf(values, values.length * 2);
    }
    // Readers see the old count until the new entry stands, and never look beyond it.
    values[at] = baseOffset;
    values[at + 1] = position;
    values[at + 2] = timeMs;
    entries = new Entries(values, now.count + 1);
  }

  int count() {
    return entries.count;
  }

  /** One of the three longs of an entry. */
  long value(int entry, int field) {
    return entries.values[entry * ENTRY_LONGS + field];
  }

  /** The position of the last known batch that begins at or before an offset. */
  long positionOfOffset(long offset) {
    return lastBelow(0, offset + 1);
  }

  /** The position of the last known batch that is older than a time. */
  long positionBeforeTime(long timeMs) {
    return lastBelow(TIME, timeMs);
  }

  private long lastBelow(int field, long bound) {
    Entries now = entries;
    int low = 0;
    int high = now.count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (now.values[middle * ENTRY_LONGS + field] < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? SegmentHeader.BYTES : now.values[(low - 1) * ENTRY_LONGS + 1];
  }
}
