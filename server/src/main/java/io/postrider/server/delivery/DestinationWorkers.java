package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.delivery.reader.Block;
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

  /** A partition of a deleted destination, of which everything has ended. */
  record RemovedDelivery(DestinationId destination, PartitionClaim claim) {}

  /**
   * All unsaved changes at one moment.
   *
   * @param positions the live position of each claim that is flushed
   * @param needs the first offset of each of them that saved cursors need
   * @param cursors what changed in each partition
   * @param health the changed health of destinations
   */
  record Changes(
      Map<PartitionClaim, Long> positions,
      Map<PartitionClaim, Long> needs,
      List<CursorRow.Change> cursors,
      Map<DestinationId, byte[]> health,
      Map<DestinationId, Long> losses,
      List<RemovedDelivery> removed) {

    boolean isEmpty() {
      return cursors.isEmpty() && health.isEmpty() && losses.isEmpty() && removed.isEmpty();
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
   * a saved row may say that the destination is at the position. A worker that a bug has stopped
   * has cursors to save until they are saved, also of partitions that were claimed after the bug.
   *
   * @param positions the live position of each claim that is flushed
   */
  Changes changes(Map<PartitionClaim, Long> positions) {
    retireIdle(positions.keySet());
    markStopped(positions.keySet());
    List<CursorRow.Change> cursors = new ArrayList<>();
    Map<DestinationId, byte[]> health = new HashMap<>();
    Map<DestinationId, Long> losses = new HashMap<>();
    for (DestinationWorker worker : dirty) {
      if (!worker.isRetired()) {
        worker.cursors().of(positions.keySet()).forEach(row -> addChange(row, cursors));
        if (worker.tally().losses() > 0) {
          losses.put(worker.id(), worker.tally().losses());
        }
      }
      byte[] changed = worker.isRunning() ? worker.health().change() : null;
      if (changed != null) {
        health.put(worker.id(), changed);
      }
    }
    cleanFlushed(positions.keySet());
    List<RemovedDelivery> deleted = List.copyOf(removed);
    removed.clear();
    return new Changes(positions, needs(), cursors, health, losses, deleted);
  }

  private static void addChange(CursorRow row, List<CursorRow.Change> cursors) {
    CursorRow.Change change = row.change();
    if (change != null) {
      cursors.add(change);
    }
  }

  private void markStopped(Set<PartitionClaim> flushed) {
    for (DestinationWorker worker : byId.values()) {
      if (worker.cursors().isStopped()) {
        worker.cursors().addMissing(flushed);
        markDirty(worker);
      }
    }
  }

  private void cleanFlushed(Set<PartitionClaim> flushed) {
    List<DestinationWorker> asked = List.copyOf(dirty);
    dirty.clear();
    asked.forEach(DestinationWorker::clean);
    for (DestinationWorker worker : asked) {
      if (!worker.isRetired() && !worker.cursors().areWithin(flushed)) {
        markDirty(worker);
      }
    }
  }

  /**
   * Ends the workers of deleted destinations whose last entries the flush has taken. A partition
   * that is being opened is not flushed yet: its worker stays until the rows can go.
   */
  private void retireIdle(Set<PartitionClaim> flushed) {
    for (DestinationWorker worker : List.copyOf(leaving)) {
      if (worker.cursors().areWithin(flushed) && worker.isIdle()) {
        leaving.remove(worker);
        worker.retire();
        for (CursorRow row : worker.cursors().all()) {
          removed.add(new RemovedDelivery(worker.id(), row.claim()));
        }
      }
    }
  }

  private Map<PartitionClaim, Long> needs() {
    Map<PartitionClaim, Long> needs = new HashMap<>();
    byId.values().forEach(worker -> addNeeds(worker, needs));
    leaving.forEach(worker -> addNeeds(worker, needs));
    return needs;
  }

  private static void addNeeds(DestinationWorker worker, Map<PartitionClaim, Long> needs) {
    for (CursorRow row : worker.cursors().all()) {
      needs.merge(row.claim(), row.neededFrom(), Math::min);
    }
  }

  /**
   * A flush has ended. What it has not saved, the next one takes again.
   *
   * @param saved the claims it has saved; the first of them together with health and losses
   */
  void flushed(Changes changes, Set<PartitionClaim> saved) {
    for (CursorRow.Change one : changes.cursors()) {
      if (saved.contains(one.row().claim())) {
        one.row().saved(one);
      } else {
        markDirty(one.row().worker());
      }
    }
    changes.removed().stream()
        .filter(one -> !saved.contains(one.claim()) && !one.claim().isEnded())
        .forEach(removed::add);
    if (saved.isEmpty()) {
      changes.health().keySet().forEach(id -> find(id).ifPresent(this::healthNotSaved));
      changes.losses().keySet().forEach(id -> find(id).ifPresent(this::markDirty));
    } else {
      changes.health().forEach((id, bytes) -> find(id).ifPresent(it -> it.health().saved(bytes)));
      changes
          .losses()
          .forEach((id, count) -> find(id).ifPresent(it -> it.tally().lossesSaved(count)));
    }
  }

  private void healthNotSaved(DestinationWorker worker) {
    worker.health().notSaved();
    markDirty(worker);
  }
}
