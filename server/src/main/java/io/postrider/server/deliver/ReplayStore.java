package io.postrider.server.deliver;

import io.postrider.route.DestinationId;
import java.util.Map;

/**
 * Where it is kept how replays were ordered, in words that only who orders them reads. Every call
 * may block. What is kept of a destination goes with its cursors.
 */
public interface ReplayStore {

  /** How many are kept of one destination: the newest. */
  int MOST_KEPT = 50;

  /** Keeps how a replay was ordered; it is durable when this returns. */
  void keep(DestinationId destination, long replay, String wording);

  /** How the replays of a destination were ordered, by their ids. */
  Map<Long, String> find(DestinationId destination);
}
