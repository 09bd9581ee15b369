package io.postrider.server.ledger.index;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring runs as one. Its pairs are read while they are written; its postings are in memory
 * meanwhile.
 */
final class MergedRuns implements RunContent {

  private final List<SealedRun> runs;
  private final int[] bases;
  private final BlockTable blocks;

  MergedRuns(List<SealedRun> runs) {
    this.runs = runs;
    this.bases = new int[runs.size()];
    this.blocks = new BlockTable(runs.getFirst().blocks().firstOffset());
    for (int i = 0; i < bases.length; i++) {
      BlockTable next = runs.get(i).blocks();
      if (next.firstOffset() != blocks.endOffset()) {
        throw new IllegalArgumentException("runs to merge are not neighbours");
      }
      bases[i] = blocks.size();
      blocks.addAll(next);
    }
  }

  @Override
  public BlockTable blocks() {
    return blocks;
  }

  @Override
  public PrimitiveIterator.OfLong messagePairs() {
    return merged(SealedRun::messagePairs);
  }

  @Override
  public PrimitiveIterator.OfLong userPairs() {
    return merged(SealedRun::userPairs);
  }

  private PrimitiveIterator.OfLong merged(Function<SealedRun, PrimitiveIterator.OfLong> pairs) {
    return new PairMerge(runs.stream().map(pairs).toList(), bases);
  }

  @Override
  public Iterator<Map.Entry<EntryKind, KindPostings>> sortedKinds() {
    Map<EntryKind, KindPostings> kinds = new TreeMap<>(EntryKind.ORDER);
    for (int i = 0; i < bases.length; i++) {
      runs.get(i).counts(new KindFilter(Map.of()), new PostingMerge(kinds, bases[i]));
    }
    return kinds.entrySet().iterator();
  }

  /** Adds the postings of one run; those of a kind come together, so it is looked up once. */
  private static final class PostingMerge implements Run.CountVisitor {

    private final Map<EntryKind, KindPostings> kinds;
    private final int base;
    private @Nullable EntryKind current;
    private KindPostings postings = new KindPostings();

    PostingMerge(Map<EntryKind, KindPostings> kinds, int base) {
      this.kinds = kinds;
      this.base = base;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an equal one is looked up again
    public void count(EntryKind kind, int block, int minute, int count) {
      if (kind != current) {
        current = kind;
        postings = kinds.computeIfAbsent(kind, _ -> new KindPostings());
      }
      postings.add(base + block, minute, count);
    }
  }

  /** Merges ascending pairs, whose blocks get a new base. */
  private static final class PairMerge implements PrimitiveIterator.OfLong {

    private final List<PrimitiveIterator.OfLong> parts;
    private final int[] bases;
    private final long[] heads;

    PairMerge(List<PrimitiveIterator.OfLong> parts, int[] bases) {
      this.parts = parts;
      this.bases = bases;
      this.heads = new long[bases.length];
      for (int i = 0; i < heads.length; i++) {
        advance(i);
      }
    }

    private void advance(int part) {
      PrimitiveIterator.OfLong pairs = parts.get(part);
      heads[part] = pairs.hasNext() ? pairs.nextLong() + bases[part] : Long.MAX_VALUE;
    }

    private int lowest() {
      int lowest = 0;
      for (int i = 1; i < heads.length; i++) {
        if (heads[i] < heads[lowest]) {
          lowest = i;
        }
      }
      return lowest;
    }

    @Override
    public boolean hasNext() {
      return heads[lowest()] != Long.MAX_VALUE;
    }

    @Override
    public long nextLong() {
      int part = lowest();
      long pair = heads[part];
      if (pair == Long.MAX_VALUE) {
        throw new NoSuchElementException();
      }
      advance(part);
      return pair;
    }
  }
}
