package io.postrider.log;

/**
 * Records to be appended together, as one stretch of bytes and the place where each record ends.
 *
 * <p>The arrays are not copied: the caller leaves them alone until the append has completed.
 *
 * @param bytes the records, one behind the other, from index 0
 * @param ends for each record, the index in {@code bytes} that follows its last byte
 * @param count how many records there are; {@code ends} may be longer
 */
@SuppressWarnings("ArrayRecordComponent") // a view of the caller's buffers; never compared
public record RecordBatch(byte[] bytes, int[] ends, int count) {

  public RecordBatch {
    if (count < 1 || count > ends.length) {
      throw new IllegalArgumentException("a batch of " + count + " records with " + ends.length);
    }
    int from = 0;
    for (int i = 0; i < count; i++) {
      if (ends[i] < from || ends[i] > bytes.length) {
        throw new IllegalArgumentException("record " + i + " ends at " + ends[i]);
      }
      from = ends[i];
    }
  }

  /** A batch of one record. */
  public static RecordBatch of(byte[] record) {
    return new RecordBatch(record, new int[] {record.length}, 1);
  }

  /** The index of the first byte of a record. */
  public int start(int record) {
    return record == 0 ? 0 : ends[record - 1];
  }

  /** The length of all records together. */
  public int sizeBytes() {
    return ends[count - 1];
  }

  /** What the batch counts for in a log's bounds: its bytes and four more for each record. */
  public long weightBytes() {
    return sizeBytes() + 4L * count;
  }
}
