package io.postrider.server.delivery.replay;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.CursorStore;
import java.util.List;
import java.util.Map;

/**
 * Where it is kept how replays were ordered, in words that only who orders them reads, and how they
 * ended. Every call may block. What is kept of a destination goes with its cursors; how a replay
 * ended comes with them too, by {@link CursorStore#keep}.
 */
public interface ReplayStore {

  /** How many are kept of one destination: the newest. */
  int MOST_KEPT = 50;

  /**
   * What is kept of a destination's replays.
   *
   * @param wordings how they were ordered, by their ids
   * @param ended those that have ended, a part for each partition
   */
  record Kept(Map<Long, String> wordings, List<EndedReplay> ended) {}

  /** Keeps how a replay was ordered; it is durable when this returns. */
  void keep(DestinationId destination, long replay, String wording);

  /** What is kept of the replays of a destination. */
  Kept find(DestinationId destination);
}
