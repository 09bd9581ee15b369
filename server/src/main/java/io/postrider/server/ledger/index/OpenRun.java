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

  /** Kind and time of each entry of the block that is read. */
  private int[] readKinds = new int[0];

  private long[] readMillis = new long[0];
  private int readCount;

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
    List<EntryKind> kindsOfBlock = read(bytes);
    if (kindsOfBlock.isEmpty()) {
      addUnreadable(appendedMillis);
      return false;
    }
    KindPostings[] ofKind = new KindPostings[kindsOfBlock.size()];
    for (int i = 0; i < ofKind.length; i++) {
      ofKind[i] = postings(kindsOfBlock.get(i));
    }
    int block = blocks.size();
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < readCount; i++) {
      long atMillis = readMillis[i];
      earliest = Math.min(earliest, atMillis);
      latest = Math.max(latest, atMillis);
      ofKind[readKinds[i]].add(block, (int) (atMillis / MINUTE_MILLIS));
    }
    size += readCount;
    end(appendedMillis, earliest, latest, readCount);
    return true;
  }

  /**
   * Decodes every entry behind the others, without adding any: a damaged block is added not at all
   * instead of in part. Returns the kinds; none if the block is damaged.
   */
  private List<EntryKind> read(ByteBuffer bytes) {
    int sizeBytes = bytes.remaining();
    try {
      BlockScan scan = BlockScan.of(bytes);
      room(Math.min(scan.count(), sizeBytes)); // an entry has several bytes; the count may be wrong
      readCount = 0;
      while (scan.next()) {
        LedgerBlock entry = scan.entry();
        if (!isInRange(entry)) {
          return List.of();
        }
        messages[size + readCount] = entry.offset();
        users[size + readCount] = (int) Pairs.ofUser(entry.userHash());
        readKinds[readCount] = scan.kindNumber();
        readMillis[readCount] = entry.atMillis();
        readCount++;
      }
      return scan.kinds();
    } catch (LedgerCorruptException damaged) {
      return List.of();
    }
  }

  private static boolean isInRange(LedgerBlock entry) {
    return entry.offset() >= 0
        && entry.offset() < Pairs.MAX_KEY
        && entry.atMillis() >= 0
        && entry.atMillis() < MAX_MILLIS;
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

  private void room(int more) {
    int needed = size + more;
    if (needed > messages.length) {
      int capacity = Math.max(needed, messages.length * 2);
      messages = Arrays.copyOf(messages, capacity);
      users = Arrays.copyOf(users, capacity);
    }
    if (more > readKinds.length) {
      readKinds = new int[more];
      readMillis = new long[more];
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
  public BitSet narrowed(BitSet some, KindFilter filter) {
    BitSet found = blocksOf(filter);
    found.and(some);
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
