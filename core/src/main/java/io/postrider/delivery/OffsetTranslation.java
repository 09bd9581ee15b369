package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Where the records of a log with one partition are in a log with several, to which they were
 * copied in order.
 */
public interface OffsetTranslation {

  /**
   * Where a record is.
   *
   * @param offset its offset in that partition
   */
  record Place(int partition, long offset) {}

  /** The number of partitions of the new log. */
  int partitions();

  /** Where the record of an offset is; null if it was not copied. */
  @Nullable Place place(long offset);

  /**
   * For each partition, the position that corresponds to an offset: the records before it are those
   * whose offset was smaller.
   */
  long[] positions(long offset);
}
