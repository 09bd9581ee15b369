package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerCorruptException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * A run that grows in memory: 12 bytes per entry, and its kinds. One thread adds; {@link
 * PartitionIndex} keeps queries away meanwhile.
 */
final class OpenRun implements Run, RunContent {

  private static final long MINUTE_MILLIS = 60_000;
  private static final long MAX_MILLIS = Integer.MAX_VALUE * MINUTE_MILLIS;

  private final IndexLimits limits;
  private final BlockTable blocks;
  private final Map<EntryKind, KindPostings> kinds = new HashMap<>();

  /** The message and the user's key of each entry; the entries of a block are neighbours. */
  private long[] messages = new long[1024];

  private int[] users = new int[1024];
  private int[] ends = new int[16];
  private int size;

  OpenRun(long firstOffset, IndexLimits limits) {
    this.limits = limits;
    this.blocks = new BlockTable(firstOffset);
  }

  @Override
  public BlockTable blocks() {
    return blocks;
  }

  boolean isFull() {
    return size >= limits.runEntries() || blocks.size() >= limits.runBlocks();
  }

  /** Adds the next block; one that cannot be decoded gets no entries. Returns whether it can be. */
  boolean add(long appendedMillis, ByteBuffer bytes) {
    if (!isReadable(bytes)) {
      addUnreadable(appendedMillis);
      return false;
    }
    BlockScan scan = BlockScan.of(bytes);
    int block = blocks.size();
    room(size + scan.count());
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    KindPostings[] ofKind = new KindPostings[16];
    while (scan.next()) {
      LedgerBlock entry = scan.entry();
      messages[size] = entry.offset();
      users[size] = (int) Pairs.ofUser(entry.userHash());
      size++;
      earliest = Math.min(earliest, entry.atMillis());
      latest = Math.max(latest, entry.atMillis());
      int kind = scan.kindNumber();
      if (kind >= ofKind.length) {
        ofKind = Arrays.copyOf(ofKind, ofKind.length * 2);
      }
      if (ofKind[kind] == null) {
        ofKind[kind] = postings(scan.kinds().get(kind));
      }
      ofKind[kind].add(block, (int) (entry.atMillis() / MINUTE_MILLIS));
    }
    end(appendedMillis, earliest, latest, scan.count());
    return true;
  }

  /** Decodes every entry, so that a damaged block is added not at all instead of in part. */
  private static boolean isReadable(ByteBuffer bytes) {
    try {
      BlockScan scan = BlockScan.of(bytes);
      boolean valid = true;
      while (scan.next()) {
        LedgerBlock entry = scan.entry();
        valid &= entry.offset() >= 0 && entry.offset() < Pairs.MAX_KEY;
        valid &= entry.atMillis() >= 0 && entry.atMillis() < MAX_MILLIS;
        valid &= scan.kindNumber() >= 0; // throws if the outcome is unknown
      }
      return valid;
    } catch (LedgerCorruptException damaged) {
      return false;
    }
  }

  /** Adds a block without entries, for one that cannot be read. */
  void addUnreadable(long appendedMillis) {
    end(appendedMillis, appendedMillis, appendedMillis, 0);
  }

  private void end(long appendedMillis, long earliest, long latest, int count) {
    int block = blocks.size();
    if (block == ends.length) {
      ends = Arrays.copyOf(ends, block * 2);
    }
    ends[block] = size;
    blocks.add(appendedMillis, earliest, latest, count);
  }

  private KindPostings postings(EntryKind kind) {
    KindPostings known = kinds.get(kind);
    if (known != null) {
      return known;
    }
    EntryKind added = kinds.size() < limits.runKinds() ? kind : kind.withoutEvent();
    return kinds.computeIfAbsent(added, _ -> new KindPostings());
  }

  private void room(int needed) {
    if (needed > messages.length) {
      int capacity = Math.max(needed, messages.length * 2);
      messages = Arrays.copyOf(messages, capacity);
      users = Arrays.copyOf(users, capacity);
    }
  }

  @Override
  public BitSet blocksOfMessage(long offset) {
    BitSet found = new BitSet();
    int block = 0;
    for (int i = 0; i < size; i++) {
      if (messages[i] == offset) {
        block = blockOf(i, block);
        found.set(block);
      }
    }
    return found;
  }

  @Override
  public BitSet blocksOfUser(long userHash) {
    int key = (int) Pairs.ofUser(userHash);
    BitSet found = new BitSet();
    int block = 0;
    for (int i = 0; i < size; i++) {
      if (users[i] == key) {
        block = blockOf(i, block);
        found.set(block);
      }
    }
    return found;
  }

  /** The block of an entry that is not before a block. */
  private int blockOf(int entry, int notBefore) {
    int block = notBefore;
    while (ends[block] <= entry) {
      block++;
    }
    return block;
  }

  @Override
  public BitSet blocksOf(KindFilter filter) {
    BitSet found = new BitSet();
    kinds.forEach(
        (kind, postings) -> {
          if (filter.mayMatch(kind)) {
            postings.visit((block, _, _) -> found.set(block));
          }
        });
    return found;
  }

  @Override
  public void kinds(KindFilter filter, ObjLongConsumer<EntryKind> visitor) {
    kinds.forEach(
        (kind, postings) -> {
          if (filter.matches(kind)) {
            visitor.accept(kind, postings.total());
          }
        });
  }

  @Override
  public void counts(KindFilter filter, CountVisitor visitor) {
    kinds.forEach(
        (kind, postings) -> {
          if (filter.matches(kind)) {
            postings.visit((block, minute, count) -> visitor.count(kind, block, minute, count));
          }
        });
  }

  @Override
  public PrimitiveIterator.OfLong messagePairs() {
    long[] pairs = new long[size];
    int block = 0;
    for (int i = 0; i < size; i++) {
      block = blockOf(i, block);
      pairs[i] = Pairs.of(messages[i], block);
    }
    Arrays.sort(pairs);
    return Arrays.stream(pairs).iterator();
  }

  @Override
  public PrimitiveIterator.OfLong userPairs() {
    long[] pairs = new long[size];
    int count = 0;
    int block = 0;
    for (int i = 0; i < size; i++) {
      if (users[i] != 0) {
        block = blockOf(i, block);
        pairs[count++] = Pairs.of(Integer.toUnsignedLong(users[i]), block);
      }
    }
    Arrays.sort(pairs, 0, count);
    return Arrays.stream(pairs, 0, count).iterator();
  }

  @Override
  public Iterator<Map.Entry<EntryKind, KindPostings>> sortedKinds() {
    Map<EntryKind, KindPostings> sorted = new TreeMap<>(EntryKind.ORDER);
    sorted.putAll(kinds);
    return List.copyOf(sorted.entrySet()).iterator();
  }
}
