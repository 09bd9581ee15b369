package io.postrider.server.deliver;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Effects;
import io.postrider.delivery.Gates;
import io.postrider.delivery.MarkChunk;
import io.postrider.delivery.Plan;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationId;
import io.postrider.route.Spans;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Brings the catalog into force on a loop: destinations that are new, changed or gone. Used on the
 * loop alone.
 */
final class Roster {

  private final DeliveryLoop loop;
  private final RandomGenerator random;
  private final List<CursorStore.Kept> kept;

  /**
   * @param kept what was kept of each partition when the program started
   */
  Roster(DeliveryLoop loop, RandomGenerator random, List<CursorStore.Kept> kept) {
    this.loop = loop;
    this.random = random;
    this.kept = kept;
  }

  /** Serves these destinations of a catalog from now on and no others. */
  void apply(Catalog catalog, List<Destination> destinations) {
    Outbounds outbounds = loop.outbounds();
    Set<DestinationId> known = new HashSet<>();
    for (Destination destination : destinations) {
      known.add(destination.id());
      outbounds
          .find(destination.id())
          .ifPresentOrElse(
              outbound -> change(outbound, catalog, destination), () -> open(catalog, destination));
    }
    for (Outbound outbound : List.copyOf(outbounds.all())) {
      if (!known.contains(outbound.id())) {
        outbounds.remove(outbound);
        outbound.retire();
      }
    }
    outbounds.index();
  }

  private void change(Outbound outbound, Catalog catalog, Destination destination) {
    loop.later(outbound, () -> outbound.apply(destination, catalog, loop.nowMillis()));
  }

  private void open(Catalog catalog, Destination destination) {
    Gates gates = new Gates(loop.parts().rules(), Plan.of(destination), random);
    if (loop.isStopping()) {
      gates.stop();
    }
    Outbound outbound = new Outbound(loop, destination, catalog, gates);
    loop.outbounds().add(outbound);
    loop.later(outbound, () -> openLanes(outbound));
  }

  private void openLanes(Outbound outbound) {
    for (int partition = 0; partition < kept.size(); partition++) {
      int number = partition;
      Lane lane =
          new Lane(
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

  private DeliveryMachine machine(Outbound outbound, int partition, Effects effects) {
    Destination destination = outbound.destination();
    CursorStore.Kept before = kept.get(partition);
    byte[] cursor = before.cursors().get(destination.id());
    List<MarkChunk> marks = before.marks().getOrDefault(destination.id(), List.of());
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
    List<Spans.Span> spans = destination.enabled().spans();
    return spans.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(spans.getFirst().from().at(partition));
  }
}
