package io.postrider.server.delivery.cluster;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.DestinationStatus;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Publishes what this node delivers, for the views of all nodes: a row for each partition that says
 * who delivers it, and for each destination whose status changed. Belongs to one thread.
 */
final class StatusPublisher {

  /** Everything is published again at every so many steps, in case a row was lost. */
  static final int STEPS_PER_REFRESH = 60;

  private final String node;
  private final Supplier<Map<Integer, Long>> epochs;
  private final Supplier<Map<DestinationId, DestinationStatus>> statuses;
  private final ClusterStore store;
  private final InstantSource time;
  private final Map<DestinationId, DestinationStatus> published = new HashMap<>();
  private int steps;

  /**
   * @param epochs the epoch of each partition that this node delivers now
   * @param statuses what it sees of its destinations
   */
  StatusPublisher(
      String node,
      Supplier<Map<Integer, Long>> epochs,
      Supplier<Map<DestinationId, DestinationStatus>> statuses,
      ClusterStore store,
      InstantSource time) {
    this.node = node;
    this.epochs = epochs;
    this.statuses = statuses;
    this.store = store;
    this.time = time;
  }

  /** Publishes what has changed since the last call. */
  void publish() {
    List<PartitionOwner> owned = new ArrayList<>();
    epochs
        .get()
        .forEach(
            (partition, epoch) ->
                owned.add(new PartitionOwner(partition, node, epoch, time.instant())));
    if (owned.isEmpty()) {
      published.clear(); // others remove what it published
      return;
    }
    if (steps++ % STEPS_PER_REFRESH == 0) {
      published.clear();
      store.sweep();
    }
    Map<DestinationId, DestinationStatus> now = statuses.get();
    Map<DestinationId, DestinationStatus> changed = new HashMap<>(now);
    changed.entrySet().removeIf(one -> one.getValue().equals(published.get(one.getKey())));
    Set<DestinationId> gone = new HashSet<>(published.keySet());
    gone.removeAll(now.keySet());
    store.publish(node, owned, changed, gone);
    published.putAll(changed);
    published.keySet().removeAll(gone);
  }
}
