package io.postrider.privacy;

import io.postrider.message.RecordView;

/** Decides which records of the log are hidden as deleted. Thread-safe; does not block. */
@FunctionalInterface
public interface HiddenRecords {

  /** Hides nothing. */
  static HiddenRecords nothing() {
    return (partition, offset, record) -> false;
  }

  /** Whether the record at a position must be neither delivered nor shown. */
  boolean hides(int partition, long offset, RecordView record);

  /** Whether the record's user was deleted later, so that it must no longer be delivered. */
  default boolean deletes(int partition, long offset, RecordView record) {
    return false;
  }
}
