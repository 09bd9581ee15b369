package io.postrider.server.delivery.cluster;

import io.postrider.id.DestinationId;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.DestinationStatuses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The status of destinations on all nodes together: what this node sees now, and what the owners of
 * all other partitions published. May be called from any thread but an event loop.
 *
 * <p>Each partition counts once: here if this node delivers it, else as its owner published it. An
 * owner that is gone counts until another node takes the partition over. While the database is
 * unavailable, what was last read of others counts.
 */
public final class ClusterStatuses implements DestinationStatuses {

  private final String node;
  private final Supplier<Set<Integer>> delivered;
  private final DestinationStatuses local;
  private final ClusterStore store;
  private volatile ClusterStore.Published last = ClusterStore.Published.NONE;

  /**
   * @param node the name of this node
   * @param delivered the partitions that this node delivers now
   * @param local what it sees
   */
  public ClusterStatuses(
      String node,
      Supplier<Set<Integer>> delivered,
      DestinationStatuses local,
      ClusterStore store) {
    this.node = node;
    this.delivered = delivered;
    this.local = local;
    this.store = store;
  }

  @Override
  public Map<DestinationId, DestinationStatus> statuses() {
    ClusterStore.Published published;
    try {
      published = store.read();
      last = published;
    } catch (DatabaseUnavailableException unavailable) {
      published = last;
    }
    Set<Integer> here = delivered.get();
    return joined(local.statuses(), here, published);
  }

  @Override
  public Optional<DestinationStatus> status(DestinationId id) {
    ClusterStore.Published published;
    try {
      published = store.read(id);
    } catch (DatabaseUnavailableException unavailable) {
      published =
          new ClusterStore.Published(
              last.owners(),
              last.statuses().stream().filter(one -> one.destination().equals(id)).toList());
    }
    Set<Integer> here = delivered.get();
    Map<DestinationId, DestinationStatus> known = new HashMap<>();
    local.status(id).ifPresent(status -> known.put(id, status));
    return Optional.ofNullable(joined(known, here, published).get(id));
  }

  private Map<DestinationId, DestinationStatus> joined(
      Map<DestinationId, DestinationStatus> here,
      Set<Integer> deliveredHere,
      ClusterStore.Published published) {
    Map<String, Set<Integer>> elsewhere =
        published.owners().stream()
            .filter(owner -> !owner.node().equals(node))
            .filter(owner -> !deliveredHere.contains(owner.partition()))
            .collect(
                Collectors.groupingBy(
                    PartitionOwner::node,
                    Collectors.mapping(PartitionOwner::partition, Collectors.toSet())));
    Map<DestinationId, List<DestinationStatus>> all = new HashMap<>();
    here.forEach((id, status) -> all.computeIfAbsent(id, _ -> new ArrayList<>()).add(status));
    for (ClusterStore.NodeStatus one : published.statuses()) {
      Set<Integer> partitions = elsewhere.getOrDefault(one.node(), Set.of());
      if (!partitions.isEmpty()) {
        all.computeIfAbsent(one.destination(), _ -> new ArrayList<>())
            .add(one.status().in(partitions));
      }
    }
    Map<DestinationId, DestinationStatus> joined = new HashMap<>();
    boolean idle = deliveredHere.isEmpty();
    all.forEach(
        (id, statuses) -> {
          // a node that delivers nothing has no view of its own
          List<DestinationStatus> counted =
              idle && here.containsKey(id) && statuses.size() > 1
                  ? statuses.subList(1, statuses.size())
                  : statuses;
          joined.put(id, DestinationStatus.joined(counted));
        });
    return joined;
  }
}
