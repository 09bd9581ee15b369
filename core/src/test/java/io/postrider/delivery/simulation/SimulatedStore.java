package io.postrider.delivery.simulation;

import io.postrider.delivery.CursorChange;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.UrlState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The database of cursors, with atomic transactions. Outlives the process. */
final class SimulatedStore {

  /**
   * The saved state of a machine.
   *
   * @param readTo the machine's position when the cursor was read
   */
  record Row(ByteBuffer cursor, long neededFrom, long readTo) {}

  /** One machine's part in a transaction. */
  record Entry(MachineDriver driver, CursorChange change, long readTo) {}

  /**
   * The saved health of a destination.
   *
   * @param urls what the process showed at that moment
   */
  record Health(ByteBuffer bytes, List<UrlState> urls) {}

  /**
   * One transaction.
   *
   * @param positions the live position of each partition
   * @param health the health of each destination
   * @param stamp when it was taken, in steps of the model
   * @param shiftMillis by how much the wall clock was ahead
   */
  record Transaction(
      List<Long> positions,
      List<Entry> entries,
      List<Health> health,
      long stamp,
      long takenAtMillis,
      long shiftMillis) {}

  private final Map<PartitionModel, Row> rows = new HashMap<>();
  private final Map<PartitionModel, Map<Long, byte[]>> failures = new HashMap<>();
  private List<Long> positions;
  private List<Health> health = List.of();
  private long stamp;
  private long takenAtMillis;
  private long shiftMillis;
  private boolean away;

  SimulatedStore(List<Long> positions) {
    this.positions = List.copyOf(positions);
  }

  boolean isAway() {
    return away;
  }

  void away(boolean away) {
    this.away = away;
  }

  void commit(Transaction transaction) {
    positions = List.copyOf(transaction.positions);
    health = transaction.health;
    stamp = transaction.stamp;
    takenAtMillis = transaction.takenAtMillis;
    shiftMillis = transaction.shiftMillis;
    for (Entry entry : transaction.entries) {
      PartitionModel model = entry.driver.model();
      byte[] cursor = entry.change.cursor();
      if (cursor == null) {
        rows.remove(model);
      } else {
        rows.put(
            model,
            new Row(ByteBuffer.wrap(cursor.clone()), entry.change.neededFrom(), entry.readTo));
      }
      for (EncodedFailureChunk chunk : entry.change.failures()) {
        keep(failures.computeIfAbsent(model, absent -> new TreeMap<>()), chunk);
      }
    }
  }

  private static void keep(Map<Long, byte[]> kept, EncodedFailureChunk chunk) {
    if (chunk.bytes() == null) {
      kept.remove(chunk.key());
    } else {
      kept.put(chunk.key(), chunk.bytes().clone());
    }
  }

  /** The model's step when the saved state was taken. */
  long stamp() {
    return stamp;
  }

  /** The time when the saved state was taken. */
  long takenAtMillis() {
    return takenAtMillis;
  }

  /** By how much the wall clock was ahead when the saved state was taken. */
  long shiftMillis() {
    return shiftMillis;
  }

  long position(int partition) {
    return positions.get(partition);
  }

  /** The saved health of a destination; null before the first save. */
  @Nullable Health health(SimulatedDestination destination) {
    return health.isEmpty() ? null : health.get(destination.number());
  }

  @Nullable Row row(PartitionModel model) {
    return rows.get(model);
  }

  List<EncodedFailureChunk> failures(PartitionModel model) {
    List<EncodedFailureChunk> chunks = new ArrayList<>();
    Map<Long, byte[]> kept = failures.get(model);
    if (kept != null) {
      kept.forEach((key, bytes) -> chunks.add(new EncodedFailureChunk(key, bytes)));
    }
    return chunks;
  }

  /** The first offset of a partition that a machine still needs. */
  long neededFrom(int partition) {
    long needed = positions.get(partition);
    for (Map.Entry<PartitionModel, Row> entry : rows.entrySet()) {
      if (entry.getKey().partition() == partition) {
        needed = Math.min(needed, entry.getValue().neededFrom());
      }
    }
    return needed;
  }
}
