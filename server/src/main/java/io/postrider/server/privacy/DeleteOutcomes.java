package io.postrider.server.privacy;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.privacy.DeletionStore.Chunk;
import io.postrider.server.privacy.DeletionStore.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Counts the delivery outcomes of {@code delete} messages. Belongs to one thread. */
final class DeleteOutcomes {
  private final Supplier<Catalog> catalog;
  private final BiFunction<DestinationId, Range, Optional<DeleteCounts>> counter;

  /**
   * @param counter the counts of a range of messages at a destination; empty if unknown now
   */
  DeleteOutcomes(
      Supplier<Catalog> catalog, BiFunction<DestinationId, Range, Optional<DeleteCounts>> counter) {
    this.catalog = catalog;
    this.counter = counter;
  }

  static DeleteOutcomes of(Supplier<Catalog> catalog, DeliveryInspector deliveries) {
    return new DeleteOutcomes(
        catalog,
        (destination, range) ->
            deliveries
                .statuses(destination, range.partition(), range.first(), range.size())
                .map(
                    all ->
                        all.stream()
                            .map(DeleteOutcomes::counts)
                            .reduce(DeleteCounts.NONE, DeleteCounts::plus)));
  }

  private static DeleteCounts counts(DeliveryStatus status) {
    return switch (status) {
      case DeliveryStatus.Waiting _ -> DeleteCounts.waiting(1);
      case DeliveryStatus.Open open ->
          new DeleteCounts(
              1, 0, 0, 0, 0, open.failure() == null ? null : open.failure().shownReason());
      case DeliveryStatus.Failed failed ->
          new DeleteCounts(0, 0, 1, 0, 0, failed.failure().shownReason());
      case DeliveryStatus.Cancelled _ -> new DeleteCounts(0, 0, 0, 1, 0, null);
      case DeliveryStatus.Expired _ -> new DeleteCounts(0, 0, 0, 0, 1, null);
      // filters pass deletes, and a superseding message deletes the same user
      case DeliveryStatus.Settled _, DeliveryStatus.Superseded _, DeliveryStatus.Filtered _ ->
          new DeleteCounts(0, 1, 0, 0, 0, null);
    };
  }

  /** The current counts of a chunk, including destinations that were added or deleted. */
  Map<DestinationId, DeleteCounts> of(Chunk chunk) {
    Catalog current = catalog.get();
    Range range = chunk.range();
    Map<DestinationId, DeleteCounts> counts = new HashMap<>(chunk.counts());
    for (Destination destination : current.destinations()) {
      if (isFor(destination, chunk)) {
        counts.putIfAbsent(destination.id(), DeleteCounts.waiting(range.size()));
      }
    }
    counts.replaceAll(
        (id, known) -> {
          if (known.isOver()) {
            return known;
          }
          Destination destination = current.destination(id).orElse(null);
          if (destination == null) {
            return known.abandoned();
          }
          // a destination that was disabled at append time does not receive them
          return isFor(destination, chunk)
              ? counter.apply(id, range).orElse(known)
              : known.cancelledRest();
        });
    return counts;
  }

  /** A chunk is appended as one batch, so all its messages route like the first. */
  private static boolean isFor(Destination destination, Chunk chunk) {
    int partition = chunk.range().partition();
    long first = chunk.range().first();
    return destination.enabled().contains(partition, first)
        && destination.connection(chunk.source()).contains(partition, first);
  }
}
