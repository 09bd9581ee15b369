package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DestinationLimits;
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
import java.util.random.RandomGenerator;

/**
 * Brings the catalog into force on a loop: destinations that are new, changed or gone. Used on the
 * loop alone.
 */
final class CatalogApplier {

  private final DeliveryLoop loop;
  private final RandomGenerator random;
  private final List<CursorStore.Kept> kept;

  /**
   * @param kept what was kept of each partition when the program started
   */
  CatalogApplier(DeliveryLoop loop, RandomGenerator random, List<CursorStore.Kept> kept) {
    this.loop = loop;
    this.random = random;
    this.kept = kept;
  }

  /** Serves these destinations of a catalog from now on and no others. */
  void apply(Catalog catalog, List<Destination> destinations) {
    DestinationWorkers outbounds = loop.outbounds();
    Set<DestinationId> known = new HashSet<>();
    for (Destination destination : destinations) {
      known.add(destination.id());
      outbounds
          .find(destination.id())
          .ifPresentOrElse(
              outbound -> change(outbound, catalog, destination), () -> open(catalog, destination));
    }
    for (DestinationWorker outbound : List.copyOf(outbounds.all())) {
      if (!known.contains(outbound.id())) {
        outbounds.remove(outbound);
        outbound.retire();
      }
    }
    outbounds.index();
  }

  private void change(DestinationWorker outbound, Catalog catalog, Destination destination) {
    loop.later(outbound, () -> outbound.apply(destination, catalog, loop.nowMillis()));
  }

  private void open(Catalog catalog, Destination destination) {
    DestinationLimits gates =
        new DestinationLimits(loop.parts().rules(), DeliverySettings.of(destination), random);
    if (loop.isStopping()) {
      gates.stop();
    }
    DestinationWorker outbound = new DestinationWorker(loop, destination, catalog, gates);
    loop.outbounds().add(outbound);
    loop.later(outbound, () -> openLanes(outbound));
  }

  private void openLanes(DestinationWorker outbound) {
    for (int partition = 0; partition < kept.size(); partition++) {
      int number = partition;
      PartitionDelivery lane =
          new PartitionDelivery(
              number,
              loop.partition(number),
              outbound,
              effects -> machine(outbound, number, effects));
      if (kept.get(number).cursors().containsKey(outbound.id())) {
        lane.markKept();
      }
      outbound.add(lane);
    }
    outbound.cancelClosed(loop.nowMillis());
  }

  private DeliveryMachine machine(DestinationWorker outbound, int partition, Effects effects) {
    Destination destination = outbound.destination();
    CursorStore.Kept before = kept.get(partition);
    byte[] cursor = before.cursors().get(destination.id());
    List<EncodedFailureChunk> marks = before.marks().getOrDefault(destination.id(), List.of());
    LoopParts parts = loop.parts();
    long nowMillis = loop.nowMillis();
    if (cursor != null && cursor.length > 0) {
      return DeliveryMachine.restore(
          cursor, marks, outbound.gates(), effects, parts.budget(), nowMillis);
    }
    long start =
        cursor != null
            ? before.position()
            : firstEnabled(destination, partition).orElse(loop.partition(partition).position());
    return DeliveryMachine.startAt(
        start, marks, outbound.gates(), effects, parts.budget(), nowMillis);
  }

  /** Where the destination was enabled first; what lies before it was never for it. */
  private static OptionalLong firstEnabled(Destination destination, int partition) {
    List<ActiveRanges.Range> spans = destination.enabled().ranges();
    return spans.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(spans.getFirst().from().at(partition));
  }
}
