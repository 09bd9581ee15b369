package io.postrider.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns records to the partitions of a log: all records of one user of one source share a
 * partition, so that their order is that of the log. A user without a user ID is known by the
 * anonymous ID. Stateless.
 */
public final class RecordPartitions {

  /** What {@link #common} returns if records belong to several partitions. */
  public static final int SEVERAL = -1;

  private RecordPartitions() {}

  /** The partition of a record, by its hash of source and user. */
  public static int of(long userHash, int partitions) {
    return (int) Long.remainderUnsigned(userHash, partitions);
  }

  /** The partition of all records, of which there must be one; or {@link #SEVERAL}. */
  public static int common(RecordBuffer records, int partitions) {
    if (partitions == 1) {
      return 0;
    }
    ByteBuffer bytes = ByteBuffer.wrap(records.bytes());
    int first = of(bytes, records.start(0), partitions);
    for (int i = 1; i < records.count(); i++) {
      if (of(bytes, records.start(i), partitions) != first) {
        return SEVERAL;
      }
    }
    return first;
  }

  /** Copies of the records by partition, in order; a partition without records is empty. */
  public static List<RecordBuffer> split(RecordBuffer records, int partitions) {
    ByteBuffer bytes = ByteBuffer.wrap(records.bytes());
    int[] sizes = new int[partitions];
    for (int i = 0; i < records.count(); i++) {
      sizes[of(bytes, records.start(i), partitions)] += records.ends()[i] - records.start(i);
    }
    List<RecordBuffer> split = new ArrayList<>(partitions);
    for (int size : sizes) {
      split.add(new RecordBuffer(size));
    }
    for (int i = 0; i < records.count(); i++) {
      split.get(of(bytes, records.start(i), partitions)).add(records, i);
    }
    return split;
  }

  private static int of(ByteBuffer bytes, int start, int partitions) {
    return of(bytes.getLong(start + RecordHeader.USER_HASH_OFFSET), partitions);
  }
}
