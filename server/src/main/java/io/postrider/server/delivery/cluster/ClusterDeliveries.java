package io.postrider.server.delivery.cluster;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.SavedDeliveries;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.DeliveryLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The status of single deliveries on all nodes: in partitions of this node as they are now, in
 * others as their owner saved them, about a second ago. May be called from any thread but an event
 * loop.
 */
public final class ClusterDeliveries implements DeliveryLookup {

  /** How many chunks of failures are read at once; one holds 65,536 offsets. */
  static final int CHUNKS = 4;

  private static final byte[] LEVEL = {};

  private final Supplier<Set<Integer>> delivered;
  private final DeliveryLookup local;
  private final SavedDeliveryStore saved;

  /**
   * @param delivered the partitions that this node delivers now
   * @param local what it knows of them
   */
  public ClusterDeliveries(
      Supplier<Set<Integer>> delivered, DeliveryLookup local, SavedDeliveryStore saved) {
    this.delivered = delivered;
    this.local = local;
    this.saved = saved;
  }

  @Override
  public Map<DestinationId, DeliveryStatus> statuses(int partition, long offset) {
    Map<DestinationId, DeliveryStatus> here =
        delivered.get().contains(partition) ? local.statuses(partition, offset) : Map.of();
    if (!here.isEmpty()) {
      return here;
    }
    Map<DestinationId, DeliveryStatus> statuses = new HashMap<>();
    saved
        .at(partition, offset)
        .forEach((id, deliveries) -> statuses.put(id, deliveries.status(offset)));
    return statuses;
  }

  @Override
  public List<Failed> failed(DestinationId id, int partition, long before, int most) {
    if (delivered.get().contains(partition)) {
      return local.failed(id, partition, before, most);
    }
    List<Failed> failed = new ArrayList<>();
    long key = before <= 0 ? -1 : SavedDeliveries.chunk(before - 1);
    while (key >= 0 && failed.size() < most) {
      List<EncodedFailureChunk> chunks = saved.failures(id, partition, key, CHUNKS);
      SavedDeliveries some = SavedDeliveries.of(LEVEL, 0, chunks);
      for (long offset : some.undeliveredBefore(before, most - failed.size())) {
        DeliveryStatus status = some.recordedStatus(offset);
        if (status != null) {
          failed.add(new Failed(partition, offset, status, some.failedAt(offset)));
        }
      }
      key = chunks.size() < CHUNKS ? -1 : chunks.getLast().key() - 1;
    }
    return failed;
  }
}
