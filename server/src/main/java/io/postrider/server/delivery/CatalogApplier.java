package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Effects;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Applies a catalog on one loop: adds, changes and removes workers. Belongs to the loop. */
final class CatalogApplier {

  private final DeliveryLoop loop;
  private final DestinationWorkerFactory factory;
  private final List<CursorStore.Saved> saved;

  /**
   * @param saved what each partition had saved when the node started
   */
  CatalogApplier(
      DeliveryLoop loop, DestinationWorkerFactory factory, List<CursorStore.Saved> saved) {
    this.loop = loop;
    this.factory = factory;
    this.saved = saved;
  }

  /** Serves exactly these destinations of a catalog. */
  void apply(Catalog catalog, List<Destination> destinations) {
    DestinationWorkers workers = loop.workers();
    Set<DestinationId> known = new HashSet<>();
    for (Destination destination : destinations) {
      known.add(destination.id());
      workers
          .find(destination.id())
          .ifPresentOrElse(
              worker -> change(worker, catalog, destination), () -> open(catalog, destination));
    }
    for (DestinationWorker worker : List.copyOf(workers.all())) {
      if (!known.contains(worker.id())) {
        workers.remove(worker);
        worker.retire();
      }
    }
    workers.index();
  }

  private void change(DestinationWorker worker, Catalog catalog, Destination destination) {
    loop.later(worker, () -> worker.apply(destination, catalog, loop.nowMillis()));
  }

  private void open(Catalog catalog, Destination destination) {
    DestinationWorker worker = factory.create(loop, destination, catalog);
    loop.workers().add(worker);
    loop.later(worker, () -> openPartitions(worker));
  }

  private void openPartitions(DestinationWorker worker) {
    for (int partition = 0; partition < saved.size(); partition++) {
      int number = partition;
      PartitionDelivery delivery =
          new PartitionDelivery(
              number, loop.partition(number), worker, effects -> machine(worker, number, effects));
      if (saved.get(number).cursors().containsKey(worker.id())) {
        delivery.markSaved();
      }
      worker.add(delivery);
    }
    worker.cancelClosed(loop.nowMillis());
  }

  private DeliveryMachine machine(DestinationWorker worker, int partition, Effects effects) {
    Destination destination = worker.destination();
    CursorStore.Saved before = saved.get(partition);
    byte[] cursor = before.cursors().get(destination.id());
    List<EncodedFailureChunk> failures =
        before.failures().getOrDefault(destination.id(), List.of());
    if (cursor != null && cursor.length > 0) {
      return factory.restore(worker, cursor, failures, effects);
    }
    long start =
        cursor != null
            ? before.position()
            : firstEnabled(destination, partition).orElse(loop.partition(partition).position());
    return factory.startAt(worker, start, failures, effects);
  }

  /** The offset at which the destination was first enabled; earlier messages were not for it. */
  private static OptionalLong firstEnabled(Destination destination, int partition) {
    List<ActiveRanges.Range> spans = destination.enabled().ranges();
    return spans.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(spans.getFirst().from().at(partition));
  }
}
