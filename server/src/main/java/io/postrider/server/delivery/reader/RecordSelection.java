package io.postrider.server.delivery.reader;

import io.postrider.message.RecordView;

/**
 * What one destination takes from the log, as its settings were when it asked. Immutable; used by
 * reading threads.
 */
public interface RecordSelection {

  /** The bits of the sources that are or were connected. */
  long[] sources();

  /** The bits of the destination's own id. */
  long destination();

  /** Whether the record at a place in the log is for it. */
  boolean takes(int partition, long offset, RecordView record);
}
