package io.postrider.delivery.simulation;

import io.postrider.ledger.BlockWriter;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.List;

/** Collects the entries of a process in memory, until a flush takes them. */
final class SimulatedRecorder implements DeliveryEntries.Recorder {

  /** Small, so that a flush writes several blocks. */
  private static final int BLOCK_BYTES = 200;

  /** A block of entries. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Block(int partition, byte[] bytes) {}

  private final List<BlockWriter> writers = new ArrayList<>();
  private List<Block> full = new ArrayList<>();

  SimulatedRecorder(int partitions) {
    for (int partition = 0; partition < partitions; partition++) {
      writers.add(new BlockWriter());
    }
  }

  @Override
  public void add(int partition, LedgerEntry entry) {
    BlockWriter writer = writers.get(partition);
    writer.add(entry);
    if (writer.sizeBytes() >= BLOCK_BYTES) {
      full.add(new Block(partition, writer.take()));
    }
  }

  List<Block> take() {
    for (int partition = 0; partition < writers.size(); partition++) {
      if (writers.get(partition).count() > 0) {
        full.add(new Block(partition, writers.get(partition).take()));
      }
    }
    List<Block> taken = full;
    full = new ArrayList<>();
    return taken;
  }
}
