package io.postrider.server.deliver;

import io.postrider.message.RecordView;

/** Knows which records of the log count as gone. Asked on event loops; answers at once. */
@FunctionalInterface
public interface Hidden {

  /** Nothing is hidden. */
  Hidden NOTHING = (partition, offset, record) -> false;

  /** Whether the record at a place is neither to be delivered nor shown. */
  boolean hides(int partition, long offset, RecordView record);
}
