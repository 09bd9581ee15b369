package io.postrider.server.delivery.replay;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;

/** The store of replays that several nodes run together. Every call may block. */
public interface ReplayRequestStore {

  /** Saves an order and its parts durably, in one transaction. */
  void order(DestinationId destination, long replay, String order, List<ReplayRequest> parts);

  /** The parts that have not ended, of all destinations. */
  List<ReplayRequest> all();

  /** The parts of a destination's replays that have not ended. */
  List<ReplayRequest> of(DestinationId destination);

  /** Marks parts as cancelled; adds those that it does not have. */
  void cancel(List<ReplayRequest> parts);

  /** Whether the end of a part is saved. */
  boolean isEnded(ReplayRequest part);

  /** Removes a part whose end is saved. */
  void remove(ReplayRequest part);

  /** Saves a part as cancelled that nobody has started, and removes it. */
  void endUnstarted(ReplayRequest part, Instant now);
}
