package io.postrider.server.ledger.index;

import io.postrider.log.LogIdentity;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.UUID;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A run in a file. Memory has its blocks and the tops of its tables; the dictionary of kinds while
 * there is room. Thread-safe.
 *
 * <p>Every method throws {@link DamagedRunException} if it reads damaged bytes.
 */
final class SealedRun implements Run, AutoCloseable {

  /** Postings of neighbouring kinds are read at once, up to this size. */
  private static final int READ_BYTES = 256 * 1024;

  /** A gap of unneeded postings that is read rather than skipped. */
  private static final int GAP_BYTES = 4 * 1024;

  /** The most postings that are read to avoid reading a block; a block has about 64 KiB. */
  static final int NARROWING_BYTES = 64 * 1024;

  private final RunFile file;
  private final LogIdentity ledger;
  private final int partition;
  private final BlockTable blocks;
  private final PairTable messages;
  private final PairTable users;
  private final long dictionaryAt;
  private final int dictionaryBytes;
  private final int dictionaryChecksum;
  private volatile SoftReference<@Nullable KindDictionary> dictionary = new SoftReference<>(null);

  private SealedRun(RunFile file, ByteBuffer head) {
    this.file = file;
    this.ledger = new LogIdentity(new UUID(head.getLong(), head.getLong()));
    this.partition = RunBytes.readInt(head);
    this.blocks = BlockTable.read(head);
    this.messages = PairTable.read(head, file);
    this.users = PairTable.read(head, file);
    this.dictionaryAt = head.getLong();
    this.dictionaryBytes = RunBytes.readInt(head);
    this.dictionaryChecksum = head.getInt();
  }

  /** Reads the head of a run file. */
  static SealedRun open(RunFile file) {
    ByteBuffer head = file.head();
    try {
      return new SealedRun(file, head);
    } catch (DamagedRunException damaged) {
      throw damaged;
    } catch (RuntimeException wrong) {
      throw file.damaged("its head cannot be decoded", wrong);
    }
  }

  String name() {
    return file.name();
  }

  boolean belongsTo(LogIdentity log, int ofPartition) {
    return ledger.equals(log) && partition == ofPartition;
  }

  @Override
  public BlockTable blocks() {
    return blocks;
  }

  @Override
  public BitSet blocksOfMessage(long offset) {
    return messages.blocks(offset);
  }

  @Override
  public BitSet blocksOfUser(long userHash) {
    return users.blocks(Pairs.ofUser(userHash));
  }

  PrimitiveIterator.OfLong messagePairs() {
    return messages.iterator();
  }

  PrimitiveIterator.OfLong userPairs() {
    return users.iterator();
  }

  @Override
  public BitSet blocksOf(KindFilter filter) {
    KindDictionary known = dictionary();
    BitSet found = new BitSet();
    postings(known, known.mayMatch(filter), (_, block, _, _) -> found.set(block));
    return found;
  }

  @Override
  public BitSet narrowed(BitSet some, KindFilter filter) {
    KindDictionary known = dictionary();
    List<Integer> kinds = known.mayMatch(filter);
    long bytes = 0;
    for (int kind : kinds) {
      bytes += known.end(kind) - known.start(kind);
    }
    if (!isWorthNarrowing(bytes, some.cardinality())) {
      return some; // kinds with so many postings are in most blocks anyway
    }
    BitSet found = new BitSet();
    postings(known, kinds, (_, block, _, _) -> found.set(block));
    found.and(some);
    return found;
  }

  /** Whether reading postings may cost less than reading blocks. */
  static boolean isWorthNarrowing(long postingBytes, int blocks) {
    return postingBytes <= (long) blocks * NARROWING_BYTES;
  }

  @Override
  public void kinds(KindFilter filter, ObjLongConsumer<EntryKind> visitor) {
    KindDictionary known = dictionary();
    for (int index : known.matching(filter)) {
      visitor.accept(known.kind(index), known.total(index));
    }
  }

  @Override
  public void counts(KindFilter filter, CountVisitor visitor) {
    KindDictionary known = dictionary();
    postings(known, known.matching(filter), visitor);
  }

  /** Reads the postings of kinds, those of neighbours at once. */
  private void postings(KindDictionary known, List<Integer> kinds, CountVisitor visitor) {
    int next = 0;
    while (next < kinds.size()) {
      long start = known.start(kinds.get(next));
      int last = next;
      while (last + 1 < kinds.size()
          && known.start(kinds.get(last + 1)) - known.end(kinds.get(last)) <= GAP_BYTES
          && known.end(kinds.get(last + 1)) - start <= READ_BYTES) {
        last++;
      }
      ByteBuffer bytes = file.read(start, (int) (known.end(kinds.get(last)) - start));
      for (; next <= last; next++) {
        int kind = kinds.get(next);
        int at = (int) (known.start(kind) - start);
        ByteBuffer part = bytes.slice(at, (int) (known.end(kind) - known.start(kind)));
        if (RunBytes.checksum(part) != known.checksum(kind)) {
          throw file.damaged("wrong checksum of postings", null);
        }
        EntryKind seen = known.kind(kind);
        KindPostings.read(
            part, (block, minute, count) -> visitor.count(seen, block, minute, count));
      }
    }
  }

  private KindDictionary dictionary() {
    KindDictionary known = dictionary.get();
    if (known == null) {
      known = new KindDictionary(file.read(dictionaryAt, dictionaryBytes, dictionaryChecksum));
      dictionary = new SoftReference<>(known);
    }
    return known;
  }

  @Override
  public void close() {
    file.close();
  }
}
