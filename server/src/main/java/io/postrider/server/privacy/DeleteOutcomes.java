package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.privacy.DeleteCounts;
import java.util.Optional;

/** Counts the delivery outcomes of {@code delete} messages. May be called from any thread. */
@FunctionalInterface
interface DeleteOutcomes {

  /** The counts of a range of messages at a destination; empty if they are unknown now. */
  Optional<DeleteCounts> count(DestinationId destination, DeletionStore.Range range);
}
