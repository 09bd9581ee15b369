package io.postrider.server.delivery.replay;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import java.util.List;

/**
 * Sends messages from the log to a destination again. May be called from any thread. The defaults
 * are the answers of a node without the deliver role.
 */
public interface Replays {

  Start start(Destination destination, ReplayOrder order);

  /** The latest replays, newest first; their number is bounded. */
  default List<ReplayStatus> list(DestinationId destination) {
    return List.of();
  }

  /** Cancels a replay if it is running; attempts in flight finish. */
  default void cancel(DestinationId destination, long id) {}

  /** The result of an order. */
  sealed interface Start {}

  record Started(ReplayStatus replay) implements Start {}

  /** Another replay of the destination is running. */
  record Busy(long runningId) implements Start {}

  /** The message is still being tried. */
  record StillTried() implements Start {}

  /** The destination was deleted. */
  record NoSuchDestination() implements Start {}

  /** The log holds no message with that ID for the destination. */
  record NoSuchMessage() implements Start {}

  /** More than one source sent a message with that ID to the destination. */
  record SeveralMessages(List<String> sourceIds) implements Start {}
}
