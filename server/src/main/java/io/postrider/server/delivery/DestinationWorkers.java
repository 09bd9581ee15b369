package io.postrider.server.delivery;

import io.postrider.delivery.CursorChange;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** A partition of a deleted destination, of which everything has ended. */
  record RemovedDelivery(DestinationId destination, PartitionClaim claim) {}

  /**
   * All unsaved changes at one moment.
   *
   * @param positions the live position of each claim that is flushed
   * @param needs the first offset of each of them that saved cursors need
   * @param health the changed health of destinations
   * @param ended ended replays
   */
  record Changes(
      Map<PartitionClaim, Long> positions,
      Map<PartitionClaim, Long> needs,
      List<PartitionChange> partitions,
      Map<DestinationId, byte[]> health,
      List<ReplayStatus.Part> ended,
      Map<DestinationId, Long> losses,
      List<RemovedDelivery> removed) {

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
  private final List<RemovedDelivery> removed = new ArrayList<>();

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

  void markAllDirty() {
    byId.values().forEach(this::markDirty);
    leaving.forEach(this::markDirty);
  }

  /**
   * Takes the changes since the last flush. A worker that delivers a claim which is not flushed
   * keeps its mark: the flush that first saves the claim's position needs all its changes, because
   * a saved row may say that the destination is at the position.
   *
   * @param positions the live position of each claim that is flushed
   */
  Changes changes(Map<PartitionClaim, Long> positions) {
    retireIdle(positions.keySet());
    List<PartitionChange> changes = new ArrayList<>();
    Map<DestinationId, byte[]> health = new HashMap<>();
    List<ReplayStatus.Part> ended = new ArrayList<>();
    Map<DestinationId, Long> losses = new HashMap<>();
    for (DestinationWorker worker : dirty) {
      if (worker.isRunning()) {
        addChanges(worker, positions, changes);
        worker.tally().endedReplays().stream()
            .filter(part -> flushes(positions, part.partition()))
            .forEach(ended::add);
        if (worker.tally().losses() > 0) {
          losses.put(worker.id(), worker.tally().losses());
        }
        byte[] changed = worker.health().change();
        if (changed != null) {
          health.put(worker.id(), changed);
        }
      }
    }
    cleanFlushed(positions.keySet());
    List<RemovedDelivery> deleted = List.copyOf(removed);
    removed.clear();
    return new Changes(positions, needs(), changes, health, ended, losses, deleted);
  }

  private void cleanFlushed(Set<PartitionClaim> flushed) {
    List<DestinationWorker> asked = List.copyOf(dirty);
    dirty.clear();
    asked.forEach(DestinationWorker::clean);
    for (DestinationWorker worker : asked) {
      if (worker.isRunning() && !isWithin(worker, flushed)) {
        markDirty(worker);
      }
    }
  }

  private static boolean isWithin(DestinationWorker worker, Set<PartitionClaim> claims) {
    return worker.deliveries().stream().allMatch(delivery -> claims.contains(delivery.claim()));
  }

  /**
   * Ends the workers of deleted destinations whose last entries the flush has taken. A partition
   * that is being opened is not flushed yet: its worker stays until the rows can go.
   */
  private void retireIdle(Set<PartitionClaim> flushed) {
    for (DestinationWorker worker : List.copyOf(leaving)) {
      if (isWithin(worker, flushed) && worker.isIdle()) {
        leaving.remove(worker);
        worker.retire();
        for (PartitionDelivery delivery : worker.deliveries()) {
          removed.add(new RemovedDelivery(worker.id(), delivery.claim()));
        }
      }
    }
  }

  private static boolean flushes(Map<PartitionClaim, Long> positions, int partition) {
    return positions.keySet().stream().anyMatch(claim -> claim.partition() == partition);
  }

  private Map<PartitionClaim, Long> needs() {
    Map<PartitionClaim, Long> needs = new HashMap<>();
    byId.values().forEach(worker -> addNeeds(worker, needs));
    leaving.forEach(worker -> addNeeds(worker, needs));
    return needs;
  }

  private static void addNeeds(DestinationWorker worker, Map<PartitionClaim, Long> needs) {
    for (PartitionDelivery delivery : worker.deliveries()) {
      needs.merge(delivery.claim(), delivery.savedFrom(), Math::min);
    }
  }

  private static void addChanges(
      DestinationWorker worker, Map<PartitionClaim, Long> flushed, List<PartitionChange> changes) {
    for (PartitionDelivery delivery : worker.deliveries()) {
      if (flushed.containsKey(delivery.claim())) {
        CursorChange change = delivery.machine().changes().orElse(null);
        if (change != null || (!delivery.isSaved() && delivery.machine().isCaughtUp())) {
          changes.add(new PartitionChange(delivery, change));
        }
      }
    }
  }

  void saved(Changes changes) {
    changes.partitions().forEach(one -> one.delivery().saved(one.change()));
    changes.health().forEach((id, bytes) -> find(id).ifPresent(it -> it.health().saved(bytes)));
    changes
        .ended()
        .forEach(one -> find(one.destination()).ifPresent(it -> it.tally().endSaved(one)));
    changes
        .losses()
        .forEach((id, saved) -> find(id).ifPresent(it -> it.tally().lossesSaved(saved)));
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
