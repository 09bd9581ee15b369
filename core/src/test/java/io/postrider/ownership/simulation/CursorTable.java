package io.postrider.ownership.simulation;

import io.postrider.delivery.CursorChange;
import io.postrider.delivery.EncodedFailureChunk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The database: epochs, cursors and tombstones. Each call is a transaction. */
final class CursorTable {

  /**
   * What is saved of a partition.
   *
   * @param takenAtMillis when the epoch was taken
   * @param cursors by destination; none for one that is at the position
   * @param failures chunks by key, by destination
   * @param settled the offsets that the saver knew to be settled, by destination; no production
   *     code sees it
   */
  record Saved(
      long epoch,
      long takenAtMillis,
      long position,
      Map<Integer, byte[]> cursors,
      Map<Integer, Map<Long, byte[]>> failures,
      List<BitSet> settled) {

    List<EncodedFailureChunk> failures(int destination) {
      List<EncodedFailureChunk> chunks = new ArrayList<>();
      failures
          .getOrDefault(destination, Map.of())
          .forEach((key, bytes) -> chunks.add(new EncodedFailureChunk(key, bytes)));
      return chunks;
    }
  }

  /** The changes of a partition. */
  record Change(
      SimulatedClaim claim,
      long position,
      Map<Integer, CursorChange> cursors,
      List<BitSet> settled) {}

  private final ClusterInvariants invariants;
  private final List<Saved> partitions = new ArrayList<>();
  private List<Tombstone> tombstones = List.of();
  private boolean away;

  CursorTable(int partitions, int destinations, ClusterInvariants invariants) {
    this.invariants = invariants;
    List<BitSet> nothing = new ArrayList<>();
    for (int destination = 0; destination < destinations; destination++) {
      nothing.add(new BitSet());
    }
    for (int partition = 0; partition < partitions; partition++) {
      this.partitions.add(new Saved(0, 0, 0, Map.of(), Map.of(), nothing));
    }
  }

  boolean isAway() {
    return away;
  }

  void away(boolean isAway) {
    away = isAway;
  }

  Saved saved(int partition) {
    return partitions.get(partition);
  }

  /** Takes the next epoch and reads what is saved. */
  Saved claim(int partition, long nowMillis) {
    Saved before = partitions.get(partition);
    Saved taken =
        new Saved(
            before.epoch + 1,
            nowMillis,
            before.position,
            before.cursors,
            before.failures,
            before.settled);
    partitions.set(partition, taken);
    return taken;
  }

  /** Saves a change; false if another node has taken a later epoch. */
  boolean save(Change change) {
    int partition = change.claim.partition();
    Saved before = partitions.get(partition);
    if (before.epoch != change.claim.epoch()) {
      return false;
    }
    Map<Integer, byte[]> cursors = new HashMap<>(before.cursors);
    Map<Integer, Map<Long, byte[]>> failures = new HashMap<>(before.failures);
    change.cursors.forEach(
        (destination, one) -> {
          byte[] cursor = one.cursor();
          if (cursor == null) {
            cursors.remove(destination);
          } else {
            cursors.put(destination, cursor.clone());
          }
          Map<Long, byte[]> chunks = new TreeMap<>(failures.getOrDefault(destination, Map.of()));
          for (EncodedFailureChunk chunk : one.failures()) {
            byte[] bytes = chunk.bytes();
            if (bytes == null) {
              chunks.remove(chunk.key());
            } else {
              chunks.put(chunk.key(), bytes.clone());
            }
          }
          failures.put(destination, chunks);
        });
    Saved after =
        new Saved(
            before.epoch, before.takenAtMillis, change.position, cursors, failures, change.settled);
    invariants.saved(change.claim, before, after);
    partitions.set(partition, after);
    return true;
  }

  /** A user is deleted. */
  void hide(Tombstone tombstone) {
    List<Tombstone> more = new ArrayList<>(tombstones);
    more.add(tombstone);
    tombstones = List.copyOf(more);
  }

  List<Tombstone> tombstones() {
    return tombstones;
  }
}
