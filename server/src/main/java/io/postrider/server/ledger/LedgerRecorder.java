package io.postrider.server.ledger;

import io.postrider.ledger.BlockWriter;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the entries of one delivery loop, until a flush takes them. Belongs to the loop.
 *
 * <p>Memory is bounded: beyond that entries are dropped and counted as a gap.
 */
public final class LedgerRecorder implements DeliveryEntries.Recorder {

  /** The size at which a block is closed; a larger one would make each lookup read more. */
  static final int BLOCK_BYTES = 64 * 1024;

  private final List<BlockWriter> writers = new ArrayList<>();
  private final long maxBytes;
  private final boolean on;
  private List<TakenBlock> full = new ArrayList<>();
  private long fullBytes;
  private LedgerGaps dropped = new LedgerGaps();

  /**
   * @param maxBytes the memory for entries that no flush has taken
   */
  public LedgerRecorder(int partitions, long maxBytes) {
    this(partitions, maxBytes, true);
  }

  /**
   * @param on false to collect nothing, for measuring
   */
  LedgerRecorder(int partitions, long maxBytes, boolean on) {
    this.maxBytes = maxBytes;
    this.on = on;
    for (int i = 0; i < partitions; i++) {
      writers.add(new BlockWriter());
    }
  }

  @Override
  public boolean isOn() {
    return on;
  }

  @Override
  public void add(int partition, LedgerEntry entry) {
    if (!on) {
      return;
    }
    if (fullBytes >= maxBytes) {
      dropped.add(partition, entry);
      return;
    }
    BlockWriter writer = writers.get(partition);
    writer.add(entry);
    if (writer.sizeBytes() >= BLOCK_BYTES) {
      close(partition, writer);
    }
  }

  /** Adds entries that nobody can make. */
  public void missing(LedgerGap gap) {
    if (on) {
      dropped.addAll(List.of(gap));
    }
  }

  private void close(int partition, BlockWriter writer) {
    byte[] block = writer.take();
    full.add(new TakenBlock(partition, block));
    fullBytes += block.length;
  }

  /** Returns the entries since the last call, oldest first. */
  public Taken take() {
    for (int partition = 0; partition < writers.size(); partition++) {
      if (writers.get(partition).count() > 0) {
        close(partition, writers.get(partition));
      }
    }
    Taken taken = new Taken(full, dropped);
    full = new ArrayList<>();
    fullBytes = 0;
    dropped = new LedgerGaps();
    return taken;
  }

  /**
   * Entries of one loop.
   *
   * @param gaps the entries that were dropped for lack of memory, or cannot be made
   */
  public record Taken(List<TakenBlock> blocks, LedgerGaps gaps) {}

  /** A block of entries that is not durable yet. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record TakenBlock(int partition, byte[] bytes) {}
}
