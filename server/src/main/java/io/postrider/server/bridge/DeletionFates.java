package io.postrider.server.bridge;

import io.postrider.delivery.Whereabouts;
import io.postrider.privacy.Tally;
import io.postrider.route.DestinationId;
import io.postrider.server.deliver.Inspection;
import io.postrider.server.privacy.DeleteFates;
import io.postrider.server.privacy.DeletionStore;
import java.util.Optional;

/** What became of {@code delete} messages, as the deliveries of this node tell it. */
public final class DeletionFates implements DeleteFates {

  private final Inspection deliveries;

  public DeletionFates(Inspection deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public Optional<Tally> tally(DestinationId destination, DeletionStore.Stretch stretch) {
    return deliveries
        .whereabouts(destination, stretch.partition(), stretch.first(), stretch.size())
        .map(all -> all.stream().map(DeletionFates::one).reduce(Tally.NONE, Tally::plus));
  }

  private static Tally one(Whereabouts where) {
    return switch (where) {
      case Whereabouts.Waiting _ -> Tally.waiting(1);
      case Whereabouts.Open open ->
          new Tally(
              1, 0, 0, 0, 0, open.failure() == null ? null : open.failure().reason().wireName());
      case Whereabouts.Failed failed ->
          new Tally(0, 0, 1, 0, 0, failed.failure().reason().wireName());
      case Whereabouts.Cancelled _ -> new Tally(0, 0, 0, 1, 0, null);
      case Whereabouts.Expired _ -> new Tally(0, 0, 0, 0, 1, null);
      // no filter holds a delete back, and what supersedes one deletes the same user
      case Whereabouts.Settled _, Whereabouts.Superseded _, Whereabouts.Filtered _ ->
          new Tally(0, 1, 0, 0, 0, null);
    };
  }
}
