package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The status of single deliveries, on one node or on all together. May be called from any thread
 * but an event loop; may block.
 */
public interface DeliveryLookup {

  /**
   * A failed or cancelled delivery.
   *
   * @param status the stored status, also while a replay sends it again
   * @param at approximate, to the minute at best; null if unknown
   */
  record Failed(int partition, long offset, DeliveryStatus status, @Nullable Instant at) {}

  /** The status of the message at an offset, by destination; empty if nobody knows it. */
  Map<DestinationId, DeliveryStatus> statuses(int partition, long offset);

  /**
   * The failed and cancelled deliveries of a partition before an offset, newest first. Some
   * cancelled messages may not have been for the destination.
   */
  List<Failed> failed(DestinationId id, int partition, long before, int most);
}
