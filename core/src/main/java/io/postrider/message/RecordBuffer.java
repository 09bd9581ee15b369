package io.postrider.message;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A sequence of records with the end of each: one batch of the log.
 *
 * <p>Belongs to one thread. It is either cleared and reused, or handed over with its arrays.
 * Bounded by {@link MessageLimits#CANONICAL_BATCH_BYTES} plus a few dozen bytes of header per
 * message.
 */
public final class RecordBuffer {

  private final ByteBuilder bytes;
  private int[] ends;
  private int count;

  public RecordBuffer(int capacityBytes) {
    bytes = new ByteBuilder(capacityBytes);
    ends = new int[Math.clamp(capacityBytes / 512, 1, MessageLimits.BATCH_MESSAGES)];
  }

  /** The records, from index 0. Adding a record may replace the array. */
  public byte[] bytes() {
    return bytes.array();
  }

  /** For each record the index after its last byte; the array may be longer. */
  public int[] ends() {
    return ends;
  }

  public int count() {
    return count;
  }

  public int sizeBytes() {
    return count == 0 ? 0 : ends[count - 1];
  }

  public int start(int record) {
    return record == 0 ? 0 : ends[record - 1];
  }

  /** Removes some records, for example duplicates, and closes the gaps. */
  public void drop(BitSet records) {
    byte[] array = bytes.array();
    int kept = 0;
    int to = 0;
    int from = 0;
    for (int i = 0; i < count; i++) {
      int end = ends[i];
      if (!records.get(i)) {
        System.arraycopy(array, from, array, to, end - from);
        to += end - from;
        ends[kept++] = to;
      }
      from = end;
    }
    count = kept;
    bytes.truncate(to);
  }

  public RecordView last() {
    int from = start(count - 1);
    return RecordView.of(ByteBuffer.wrap(bytes.array(), from, ends[count - 1] - from));
  }

  public void dropLast() {
    count--;
    bytes.truncate(sizeBytes());
  }

  public void clear() {
    count = 0;
    bytes.clear();
  }

  /** A copy of the records without unused memory. */
  public RecordBuffer compacted() {
    RecordBuffer copy = new RecordBuffer(sizeBytes());
    copy.bytes.add(bytes.array(), 0, sizeBytes());
    copy.ends = Arrays.copyOf(ends, Math.max(1, count));
    copy.count = count;
    return copy;
  }

  /** Adds a copy of a record of another buffer. */
  void add(RecordBuffer other, int record) {
    bytes.add(other.bytes(), other.start(record), other.ends[record]);
    close();
  }

  /** The bytes to which the next record is appended. */
  ByteBuilder open() {
    return bytes;
  }

  /** Discards what was appended since the last record. */
  void abandon() {
    bytes.truncate(sizeBytes());
  }

  /** Ends the record that was appended since the last one. */
  void close() {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = bytes.length();
  }
}
