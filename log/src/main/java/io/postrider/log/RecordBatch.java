package io.postrider.log;

/**
 * Records to append atomically: one byte array and the end of each record.
 *
 * <p>The arrays are not copied: the caller must not change them until the append completes.
 *
 * @param bytes the concatenated records, from index 0
 * @param ends for each record, the index in {@code bytes} after its last byte
 * @param count the number of records; {@code ends} may be longer
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

  public static RecordBatch of(byte[] record) {
    return new RecordBatch(record, new int[] {record.length}, 1);
  }

  public int start(int record) {
    return record == 0 ? 0 : ends[record - 1];
  }

  public int sizeBytes() {
    return ends[count - 1];
  }

  /** The size that counts against a log's limits: the bytes plus four per record. */
  public long weightBytes() {
    return sizeBytes() + 4L * count;
  }
}
