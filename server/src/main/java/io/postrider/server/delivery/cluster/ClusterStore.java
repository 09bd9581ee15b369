package io.postrider.server.delivery.cluster;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.DestinationStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What nodes publish about their deliveries. Every call may block. */
public interface ClusterStore {

  /** The status of a destination as one node sees it. */
  record NodeStatus(String node, DestinationId destination, DestinationStatus status) {}

  /** What all nodes published, at one moment. */
  record Published(List<PartitionOwner> owners, List<NodeStatus> statuses) {

    /** Nothing. */
    public static final Published NONE = new Published(List.of(), List.of());

    public Published {
      owners = List.copyOf(owners);
      statuses = List.copyOf(statuses);
    }
  }

  /**
   * Publishes what a node delivers, in one transaction. A partition stays with a node of a later
   * epoch.
   *
   * @param changed the statuses that differ from what it published before
   * @param gone destinations that it published before and knows no longer
   */
  void publish(
      String node,
      List<PartitionOwner> owned,
      Map<DestinationId, DestinationStatus> changed,
      Collection<DestinationId> gone);

  /** Who delivers which partition, by partition. */
  List<PartitionOwner> owners();

  /** What all nodes published about all destinations. */
  Published read();

  /** What all nodes published about one destination. */
  Published read(DestinationId destination);

  /** Removes the statuses of nodes that own nothing. */
  void sweep();
}
