package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The model of one destination and partition: every message for it, and its status. Shares no code
 * with the machine.
 */
final class PartitionModel {

  /** The last {@code delete} of a person whose first round has begun. */
  record Dispatched(long offset, long stamp, @Nullable Dispatched before) {}

  private final SimulatedDestination destination;
  private final int partition;
  private final SimulatedLog log;
  private final List<@Nullable ModelDelivery> deliveries = new ArrayList<>();
  private final Map<Integer, Dispatched> deletes = new HashMap<>();
  private int oldest;

  PartitionModel(SimulatedDestination destination, int partition, SimulatedLog log) {
    this.destination = destination;
    this.partition = partition;
    this.log = log;
  }

  SimulatedDestination destination() {
    return destination;
  }

  int partition() {
    return partition;
  }

  SimulatedLog log() {
    return log;
  }

  /** A message was accepted. */
  void accepted(SimulatedMessage message) {
    deliveries.add(
        destination.takes(message.source()) ? new ModelDelivery(message, true, destination) : null);
  }

  /** The delivery of a message, or null if it is not for the destination. */
  @Nullable ModelDelivery find(long offset) {
    return deliveries.get((int) (offset - log.base()));
  }

  /** The delivery of a message that a replay sends, whether it was for the destination or not. */
  ModelDelivery replayed(long offset) {
    int index = (int) (offset - log.base());
    ModelDelivery known = deliveries.get(index);
    if (known == null) {
      known = new ModelDelivery(log.at(offset), false, destination);
      deliveries.set(index, known);
    }
    return known;
  }

  /** The oldest delivery that is not settled, or null. */
  @Nullable ModelDelivery oldestUnsettled() {
    for (; oldest < deliveries.size(); oldest++) {
      ModelDelivery delivery = deliveries.get(oldest);
      if (delivery != null && !delivery.isSettled()) {
        return delivery;
      }
    }
    return null;
  }

  void unsettledBetween(long fromOffset, long toOffset, Consumer<ModelDelivery> what) {
    int from = (int) Math.max(oldest, fromOffset - log.base());
    int to = (int) Math.min(deliveries.size(), toOffset - log.base());
    for (int i = from; i < to; i++) {
      ModelDelivery delivery = deliveries.get(i);
      if (delivery != null && !delivery.isSettled()) {
        what.accept(delivery);
      }
    }
  }

  void unsettled(Consumer<ModelDelivery> what) {
    unsettledBetween(log.base(), log.end(), what);
  }

  void each(Consumer<ModelDelivery> what) {
    for (ModelDelivery delivery : deliveries) {
      if (delivery != null) {
        what.accept(delivery);
      }
    }
  }

  void deleteDispatched(SimulatedMessage delete, long stamp) {
    deletes.compute(
        delete.person(),
        (person, before) ->
            before != null && before.offset > delete.offset()
                ? before
                : new Dispatched(delete.offset(), stamp, before));
  }

  /** Whether a later delete of the same person was dispatched. */
  boolean isSuperseded(SimulatedMessage message) {
    Dispatched delete = deletes.get(message.person());
    return delete != null && delete.offset > message.offset();
  }

  /** A URL was removed from the destination. */
  void urlVanished(String url) {
    each(
        delivery -> {
          if (delivery.live != null) {
            delivery.live.urls.removeIf(known -> known.url.equals(url));
          }
          if (delivery.replay != null) {
            delivery.replay.urls.removeIf(known -> known.url.equals(url));
          }
        });
  }

  /** The process died: forgets what was not saved. */
  void revert(long stamp) {
    each(delivery -> delivery.revert(stamp));
    deletes.replaceAll((person, delete) -> reverted(delete, stamp));
    deletes.values().removeIf(delete -> delete.stamp > stamp);
    oldest = 0;
  }

  private static Dispatched reverted(Dispatched delete, long stamp) {
    Dispatched kept = delete;
    while (kept.stamp > stamp && kept.before != null) {
      kept = kept.before;
    }
    return kept;
  }

  @Override
  public String toString() {
    return destination + ", partition " + partition;
  }
}
