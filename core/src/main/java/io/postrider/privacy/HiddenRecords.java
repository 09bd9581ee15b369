package io.postrider.privacy;

import io.postrider.message.RecordView;

/** Knows which records of the log count as gone. Any thread may ask; it answers at once. */
@FunctionalInterface
public interface HiddenRecords {

  /** Nothing is hidden. */
  HiddenRecords NOTHING = (partition, offset, record) -> false;

  /** Whether the record at a place is neither to be delivered nor shown. */
  boolean hides(int partition, long offset, RecordView record);
}
