package io.postrider.server.delivery.cluster;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Orders between nodes. Every call may block. */
public interface OrderStore {

  /** An order that waits for its answer. */
  record Waiting(long id, NodeOrder order) {}

  /** Gives an order to some nodes. */
  void give(long id, Collection<String> nodes, NodeOrder order, Instant now);

  /** The answers so far, by node. */
  Map<String, String> answers(long id);

  /** Removes an order that some nodes got, answered or not. */
  void remove(long id, Collection<String> nodes);

  /** The orders that a node has not answered, in no order. */
  List<Waiting> waiting(String node);

  void answer(long id, String node, String answer);

  /** Removes orders that were given before a time. */
  void sweep(Instant before);
}
