package io.postrider.server.ledger.index;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The blocks of a run: consecutive records of the ledger's log. Takes 28 bytes of memory per block.
 * A block that cannot be read has no entries.
 */
final class BlockTable {

  private final long firstOffset;
  private long[] appendedMillis = new long[16];
  private long[] earliestMillis = new long[16];
  private long[] latestMillis = new long[16];
  private int[] entries = new int[16];
  private int size;
  private long entryCount;
  private int unreadable;
  private int lastUnreadable = -1;
  private long runEarliest = Long.MAX_VALUE;
  private long runLatest = Long.MIN_VALUE;

  BlockTable(long firstOffset) {
    this.firstOffset = firstOffset;
  }

  void add(long appended, long earliest, long latest, int count) {
    if (size == entries.length) {
      int capacity = size * 2;
      appendedMillis = Arrays.copyOf(appendedMillis, capacity);
      earliestMillis = Arrays.copyOf(earliestMillis, capacity);
      latestMillis = Arrays.copyOf(latestMillis, capacity);
      entries = Arrays.copyOf(entries, capacity);
    }
    appendedMillis[size] = appended;
    earliestMillis[size] = earliest;
    latestMillis[size] = latest;
    entries[size] = count;
    size++;
    if (count == 0) {
      unreadable++;
      lastUnreadable = size - 1;
      return;
    }
    entryCount += count;
    runEarliest = Math.min(runEarliest, earliest);
    runLatest = Math.max(runLatest, latest);
  }

  void addAll(BlockTable next) {
    for (int i = 0; i < next.size; i++) {
      add(next.appendedMillis[i], next.earliestMillis[i], next.latestMillis[i], next.entries[i]);
    }
  }

  int size() {
    return size;
  }

  /** The number of entries of all blocks. */
  long entries() {
    return entryCount;
  }

  /** The number of blocks that cannot be read. */
  int unreadable() {
    return unreadable;
  }

  /** The last block that cannot be read; -1 if there is none. */
  int lastUnreadable() {
    return lastUnreadable;
  }

  long firstOffset() {
    return firstOffset;
  }

  /** The offset after the last block. */
  long endOffset() {
    return firstOffset + size;
  }

  long offset(int block) {
    return firstOffset + block;
  }

  long appendedMillis(int block) {
    return appendedMillis[block];
  }

  /** Whether a block may have an entry in a range of time. */
  boolean overlaps(int block, MillisRange range) {
    return entries[block] > 0 && range.overlaps(earliestMillis[block], latestMillis[block]);
  }

  /** Whether any block may have an entry in a range of time. */
  boolean overlaps(MillisRange range) {
    return entryCount > 0 && range.overlaps(runEarliest, runLatest);
  }

  /** The time of the earliest entry; the largest number if there is none. */
  long earliestMillis() {
    return runEarliest;
  }

  /** The time of the latest entry; the smallest number if there is none. */
  long latestMillis() {
    return runLatest;
  }

  void write(RunBytes out) {
    out.fixedLong(firstOffset);
    out.number(size);
    long before = 0;
    for (int i = 0; i < size; i++) {
      out.signed(appendedMillis[i] - before);
      out.signed(appendedMillis[i] - earliestMillis[i]);
      out.signed(appendedMillis[i] - latestMillis[i]);
      out.number(entries[i]);
      before = appendedMillis[i];
    }
  }

  static BlockTable read(ByteBuffer in) {
    BlockTable table = new BlockTable(in.getLong());
    int size = RunBytes.readInt(in);
    long appended = 0;
    for (int i = 0; i < size; i++) {
      appended += RunBytes.readSigned(in);
      table.add(
          appended,
          appended - RunBytes.readSigned(in),
          appended - RunBytes.readSigned(in),
          RunBytes.readInt(in));
    }
    return table;
  }
}
