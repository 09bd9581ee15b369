package io.postrider.log.embedded;

import java.util.Arrays;

/**
 * A sparse index of a segment: one entry per about 64 KiB, by offset and by time.
 *
 * <p>One thread adds; any number of threads look up. A lookup returns the start of a batch at or
 * before the target; the caller scans from there.
 */
final class SparseIndex {

  static final int SPACING_BYTES = 64 * 1024;

  /** The fields of an entry: offset, position, time. */
  static final int ENTRY_LONGS = 3;

  /** The index of the time field. */
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

  /** Adds a batch if it is far enough from the last entry. */
  void add(long baseOffset, long position, long timeMs) {
    Entries now = entries;
    int last = (now.count - 1) * ENTRY_LONGS;
    if (now.count == 0 || position - now.values[last + 1] >= SPACING_BYTES) {
      addAlways(baseOffset, position, timeMs);
    }
  }

  /** Adds a batch that no scan from an earlier one reaches. */
  void addAlways(long baseOffset, long position, long timeMs) {
    Entries now = entries;
    int at = now.count * ENTRY_LONGS;
    long[] values = now.values;
    if (at == values.length) {
      values = Arrays.copyOf(values, values.length * 2);
    }
    // Readers see the old count until the entry is complete, and never read beyond the count.
    values[at] = baseOffset;
    values[at + 1] = position;
    values[at + 2] = timeMs;
    entries = new Entries(values, now.count + 1);
  }

  int count() {
    return entries.count;
  }

  long value(int entry, int field) {
    return entries.values[entry * ENTRY_LONGS + field];
  }

  /** The position of the last indexed batch that starts at or before an offset. */
  long positionOfOffset(long offset) {
    return lastBelow(0, offset + 1);
  }

  /** The position of the last indexed batch that is older than a time. */
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
