package io.postrider.message;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Records, one behind the other, and where each ends: what a log takes as one batch.
 *
 * <p>Belongs to one thread. Either cleared and used again or handed over with its arrays. Bounded
 * by {@link MessageLimits#SETTLED_BATCH_BYTES} and a few dozen bytes of header for each message.
 */
public final class RecordBuffer {

  private final ByteBuilder bytes;
  private int[] ends;
  private int count;

  /** An empty buffer with room for so many bytes before it has to grow. */
  public RecordBuffer(int capacityBytes) {
    bytes = new ByteBuilder(capacityBytes);
    ends = new int[Math.clamp(capacityBytes / 512, 1, MessageLimits.BATCH_MESSAGES)];
  }

  /** The records, from index 0. Another array may take its place when a record is added. */
  public byte[] bytes() {
    return bytes.array();
  }

  /** For each record the index that follows its last byte; the array may be longer. */
  public int[] ends() {
    return ends;
  }

  /** How many records there are. */
  public int count() {
    return count;
  }

  /** The length of all records together. */
  public int sizeBytes() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** The index of the first byte of a record. */
  public int start(int record) {
    return record == 0 ? 0 : ends[record - 1];
  }

  /** Takes some records out, repeated messages for example; the others move together. */
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

  /** The record that was added last. */
  public RecordView last() {
    int from = start(count - 1);
    return RecordView.of(ByteBuffer.wrap(bytes.array(), from, ends[count - 1] - from));
  }

  /** Takes the record out that was added last. */
  public void dropLast() {
    count--;
    bytes.truncate(sizeBytes());
  }

  /** Forgets all records. */
  public void clear() {
    count = 0;
    bytes.clear();
  }

  /** The bytes, to which the next record is added. */
  ByteBuilder open() {
    return bytes;
  }

  /** Forgets what was added since the last record. */
  void abandon() {
    bytes.truncate(sizeBytes());
  }

  /** Makes what was added since the last record a record. */
  void close() {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = bytes.length();
  }
}
