package io.postrider.server.delivery.replay;

import io.postrider.id.DestinationId;
import java.util.List;
import java.util.Map;

/**
 * The store of replay orders and of ended replays. Every call may block. The cursor store saves
 * ended replays and removes the rows of a deleted destination, in the transaction of the cursors.
 */
public interface ReplayStore {

  /** How many replays of a destination are stored; the oldest go first. */
  int MAX_PER_DESTINATION = 50;

  /**
   * The stored replays of a destination.
   *
   * @param orders the text of each order, by replay ID
   * @param ended the ended replays, one entry for each partition
   */
  record Saved(Map<Long, String> orders, List<ReplayStatus.Part> ended) {}

  /** Saves the text of an order durably. */
  void save(DestinationId destination, long replay, String order);

  Saved find(DestinationId destination);
}
