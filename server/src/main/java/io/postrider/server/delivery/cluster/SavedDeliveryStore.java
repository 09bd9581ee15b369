package io.postrider.server.delivery.cluster;

import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.SavedDeliveries;
import io.postrider.id.DestinationId;
import java.util.List;
import java.util.Map;

/** The deliveries of all partitions, as their owners saved them. Every call may block. */
public interface SavedDeliveryStore {

  /** The deliveries of every destination in a partition, with the failures near an offset. */
  Map<DestinationId, SavedDeliveries> at(int partition, long offset);

  /**
   * The failures of a destination in a partition, latest first.
   *
   * @param key where to begin: the latest chunk
   * @param most how many chunks
   */
  List<EncodedFailureChunk> failures(DestinationId destination, int partition, long key, int most);
}
