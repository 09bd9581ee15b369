package io.postrider.server.privacy;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.server.delivery.DeliveryInspector;
import java.util.Optional;

/** Delivery outcomes of {@code delete} messages, from the deliveries of this node. */
final class DeliveryDeleteOutcomes implements DeleteOutcomes {

  private final DeliveryInspector deliveries;

  DeliveryDeleteOutcomes(DeliveryInspector deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public Optional<DeleteCounts> count(DestinationId destination, DeletionStore.Range range) {
    return deliveries
        .statuses(destination, range.partition(), range.first(), range.size())
        .map(
            all ->
                all.stream()
                    .map(DeliveryDeleteOutcomes::counts)
                    .reduce(DeleteCounts.NONE, DeleteCounts::plus));
  }

  private static DeleteCounts counts(DeliveryStatus status) {
    return switch (status) {
      case DeliveryStatus.Waiting _ -> DeleteCounts.waiting(1);
      case DeliveryStatus.Open open ->
          new DeleteCounts(
              1, 0, 0, 0, 0, open.failure() == null ? null : open.failure().reason().wireName());
      case DeliveryStatus.Failed failed ->
          new DeleteCounts(0, 0, 1, 0, 0, failed.failure().reason().wireName());
      case DeliveryStatus.Cancelled _ -> new DeleteCounts(0, 0, 0, 1, 0, null);
      case DeliveryStatus.Expired _ -> new DeleteCounts(0, 0, 0, 0, 1, null);
      // filters pass deletes, and a superseding message deletes the same user
      case DeliveryStatus.Settled _, DeliveryStatus.Superseded _, DeliveryStatus.Filtered _ ->
          new DeleteCounts(0, 1, 0, 0, 0, null);
    };
  }
}
