package io.postrider.server.delivery;

import io.postrider.delivery.CursorChange;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one loop, by ID and by source, and which of them have unsaved changes. Belongs to
 * the loop.
 */
public final class DestinationWorkers {

  /**
   * The unsaved change of one partition.
   *
   * @param change null if the destination is new and at the live position
   */
  record PartitionChange(PartitionDelivery delivery, @Nullable CursorChange change) {}

  /**
   * All unsaved changes at one moment.
   *
   * @param positions the live position of each partition
   * @param needs the first offset of each partition that saved cursors need
   * @param health the changed health of destinations
   * @param ended ended replays
   */
  record Changes(
      List<Long> positions,
      List<Long> needs,
      List<PartitionChange> partitions,
      Map<DestinationId, byte[]> health,
      List<ReplayStatus.Part> ended,
      Map<DestinationId, Long> losses,
      List<DestinationId> removed) {

    boolean isEmpty() {
      return partitions.isEmpty()
          && health.isEmpty()
          && ended.isEmpty()
          && losses.isEmpty()
          && removed.isEmpty();
    }
  }

  private final Map<DestinationId, DestinationWorker> byId = new HashMap<>();
  private final Map<Long, List<DestinationWorker>> byIdBits = new HashMap<>();
  private final Map<Long, List<DestinationWorker>> bySource = new HashMap<>();
  private final List<DestinationWorker> dirty = new ArrayList<>();
  private final List<DestinationWorker> leaving = new ArrayList<>();
  private final List<DestinationId> removed = new ArrayList<>();

  /** The workers of the catalog's destinations. */
  public Collection<DestinationWorker> all() {
    return byId.values();
  }

  Optional<DestinationWorker> find(DestinationId id) {
    return Optional.ofNullable(byId.get(id));
  }

  void add(DestinationWorker worker) {
    byId.put(worker.id(), worker);
    markDirty(worker);
  }

  /** The workers of deleted destinations, until all that they had open has ended. */
  List<DestinationWorker> leaving() {
    return leaving;
  }

  /** A destination was deleted. Its saved cursors go once its worker {@link #leaving} is idle. */
  void remove(DestinationWorker worker) {
    byId.remove(worker.id());
    leaving.add(worker);
  }

  /** Rebuilds the index by source after connections have changed. */
  void index() {
    bySource.clear();
    byIdBits.clear();
    for (DestinationWorker worker : byId.values()) {
      byIdBits.put(worker.id().bits(), List.of(worker));
      for (SourceId source : worker.destination().connections().keySet()) {
        bySource.computeIfAbsent(source.bits(), bits -> new ArrayList<>()).add(worker);
      }
    }
  }

  /** Adds the workers that a block may have messages for, each once. */
  void workersFor(Block block, List<DestinationWorker> found) {
    block.sources().forEachId(id -> addTouched(bySource.get(id), block, found));
    block.listed().forEachId(id -> addTouched(byIdBits.get(id), block, found));
  }

  private static void addTouched(
      @Nullable List<DestinationWorker> workers, Block block, List<DestinationWorker> found) {
    if (workers != null) {
      for (DestinationWorker worker : workers) {
        if (worker.touch(block)) {
          found.add(worker);
        }
      }
    }
  }

  void markDirty(DestinationWorker worker) {
    if (worker.markDirty()) {
      dirty.add(worker);
    }
  }

  /** Takes the changes since the last flush. */
  Changes changes(List<Long> positions) {
    retireIdle();
    List<PartitionChange> changes = new ArrayList<>();
    Map<DestinationId, byte[]> health = new HashMap<>();
    List<ReplayStatus.Part> ended = new ArrayList<>();
    Map<DestinationId, Long> losses = new HashMap<>();
    for (DestinationWorker worker : dirty) {
      worker.clean();
      if (worker.isRunning()) {
        worker.deliveries().forEach(delivery -> add(delivery, changes));
        ended.addAll(worker.endedReplays());
        if (worker.losses() > 0) {
          losses.put(worker.id(), worker.losses());
        }
        byte[] changed = worker.health().change();
        if (changed != null) {
          health.put(worker.id(), changed);
        }
      }
    }
    dirty.clear();
    List<DestinationId> deleted = List.copyOf(removed);
    removed.clear();
    return new Changes(positions, needs(positions.size()), changes, health, ended, losses, deleted);
  }

  /** Ends the workers of deleted destinations whose last entries the flush has taken. */
  private void retireIdle() {
    for (DestinationWorker worker : List.copyOf(leaving)) {
      if (worker.isIdle()) {
        leaving.remove(worker);
        worker.retire();
        removed.add(worker.id());
      }
    }
  }

  private List<Long> needs(int partitions) {
    long[] needs = new long[partitions];
    Arrays.fill(needs, Long.MAX_VALUE);
    byId.values().forEach(worker -> addNeeds(worker, needs));
    leaving.forEach(worker -> addNeeds(worker, needs));
    return Arrays.stream(needs).boxed().toList();
  }

  private static void addNeeds(DestinationWorker worker, long[] needs) {
    for (PartitionDelivery delivery : worker.deliveries()) {
      needs[delivery.partition()] = Math.min(needs[delivery.partition()], delivery.savedFrom());
    }
  }

  private static void add(PartitionDelivery delivery, List<PartitionChange> changes) {
    CursorChange change = delivery.machine().changes().orElse(null);
    if (change != null || (!delivery.isSaved() && delivery.machine().isCaughtUp())) {
      changes.add(new PartitionChange(delivery, change));
    }
  }

  void saved(Changes changes) {
    changes.partitions().forEach(one -> one.delivery().saved(one.change()));
    changes.health().forEach((id, bytes) -> find(id).ifPresent(it -> it.health().saved(bytes)));
    changes.ended().forEach(one -> find(one.destination()).ifPresent(it -> it.endSaved(one)));
    changes.losses().forEach((id, saved) -> find(id).ifPresent(it -> it.lossesSaved(saved)));
  }

  /** The changes are not saved; the next flush takes them again. */
  void notSaved(Changes changes) {
    changes.partitions().forEach(one -> markDirty(one.delivery().worker()));
    changes.health().keySet().forEach(id -> find(id).ifPresent(this::healthNotSaved));
    changes.ended().forEach(one -> find(one.destination()).ifPresent(this::markDirty));
    changes.losses().keySet().forEach(id -> find(id).ifPresent(this::markDirty));
    removed.addAll(changes.removed());
  }

  private void healthNotSaved(DestinationWorker worker) {
    worker.health().notSaved();
    markDirty(worker);
  }
}
