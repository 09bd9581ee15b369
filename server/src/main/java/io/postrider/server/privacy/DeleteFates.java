package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.privacy.DeleteCounts;
import java.util.Optional;

/** Tells what became of messages that were put into the log. May be called from any thread. */
@FunctionalInterface
public interface DeleteFates {

  /**
   * What became of a stretch of messages at a destination that they are for; nothing if that cannot
   * be told now.
   */
  Optional<DeleteCounts> tally(DestinationId destination, DeletionStore.Stretch stretch);
}
