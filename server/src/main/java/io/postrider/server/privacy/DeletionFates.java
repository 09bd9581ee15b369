package io.postrider.server.privacy;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.server.delivery.DeliveryInspector;
import java.util.Optional;

/** What became of {@code delete} messages, as the deliveries of this node tell it. */
public final class DeletionFates implements DeleteFates {

  private final DeliveryInspector deliveries;

  public DeletionFates(DeliveryInspector deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public Optional<DeleteCounts> tally(DestinationId destination, DeletionStore.Stretch stretch) {
    return deliveries
        .statuses(destination, stretch.partition(), stretch.first(), stretch.size())
        .map(
            all ->
                all.stream().map(DeletionFates::one).reduce(DeleteCounts.NONE, DeleteCounts::plus));
  }

  private static DeleteCounts one(DeliveryStatus where) {
    return switch (where) {
      case DeliveryStatus.Waiting _ -> DeleteCounts.waiting(1);
      case DeliveryStatus.Open open ->
          new DeleteCounts(
              1, 0, 0, 0, 0, open.failure() == null ? null : open.failure().reason().wireName());
      case DeliveryStatus.Failed failed ->
          new DeleteCounts(0, 0, 1, 0, 0, failed.failure().reason().wireName());
      case DeliveryStatus.Cancelled _ -> new DeleteCounts(0, 0, 0, 1, 0, null);
      case DeliveryStatus.Expired _ -> new DeleteCounts(0, 0, 0, 0, 1, null);
      // no filter holds a delete back, and what supersedes one deletes the same user
      case DeliveryStatus.Settled _, DeliveryStatus.Superseded _, DeliveryStatus.Filtered _ ->
          new DeleteCounts(0, 1, 0, 0, 0, null);
    };
  }
}
