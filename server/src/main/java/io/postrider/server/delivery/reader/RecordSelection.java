package io.postrider.server.delivery.reader;

import io.postrider.message.RecordView;

/**
 * Selects the messages of one destination, by one version of its settings. Immutable; used on
 * reader threads.
 */
public interface RecordSelection {

  /** The bits of the source IDs that are or were connected. */
  long[] sources();

  /** The bits of the destination's ID. */
  long destination();

  /** Whether the record at an offset is for the destination. */
  boolean takes(int partition, long offset, RecordView record);
}
