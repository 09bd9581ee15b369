package io.postrider.server.ledger.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * Sorted {@link Pairs} in a file, in chunks. Memory has the first pair, the place and the checksum
 * of each chunk: 20 bytes per {@value #CHUNK_PAIRS} pairs. A lookup reads one chunk, seldom two.
 */
final class PairTable {

  static final int CHUNK_PAIRS = 1024;

  private final RunFile file;
  private final long[] firstPairs;
  private final long[] ends;
  private final int[] checksums;
  private final long start;

  private PairTable(RunFile file, long start, int chunks) {
    this.file = file;
    this.start = start;
    this.firstPairs = new long[chunks];
    this.ends = new long[chunks];
    this.checksums = new int[chunks];
  }

  /** Writes the chunks, and returns what {@link #read} needs. */
  static RunBytes write(PrimitiveIterator.OfLong pairs, RunOutput out) {
    RunBytes top = new RunBytes();
    RunBytes chunk = new RunBytes();
    long start = out.position();
    int chunks = 0;
    int inChunk = 0;
    long before = -1;
    while (pairs.hasNext()) {
      long pair = pairs.nextLong();
      if (pair == before) {
        continue;
      }
      if (inChunk == CHUNK_PAIRS) {
        endChunk(chunk, top, out);
        inChunk = 0;
      }
      if (inChunk == 0) {
        top.fixedLong(pair);
        chunks++;
      } else {
        append(chunk, before, pair);
      }
      inChunk++;
      before = pair;
    }
    if (inChunk > 0) {
      endChunk(chunk, top, out);
    }
    RunBytes head = new RunBytes();
    head.fixedLong(start);
    head.number(chunks);
    head.append(top);
    return head;
  }

  private static void append(RunBytes chunk, long before, long pair) {
    long step = Pairs.key(pair) - Pairs.key(before);
    chunk.number(step);
    int blocks = Pairs.block(pair) - Pairs.block(before);
    if (step == 0) {
      chunk.number(blocks);
    } else {
      chunk.signed(blocks);
    }
  }

  private static void endChunk(RunBytes chunk, RunBytes top, RunOutput out) {
    top.number(chunk.length());
    top.fixedInt(chunk.checksum());
    out.put(chunk);
    chunk.clear();
  }

  static PairTable read(ByteBuffer in, RunFile file) {
    long start = in.getLong();
    int chunks = RunBytes.readCount(in);
    PairTable table = new PairTable(file, start, chunks);
    long end = start;
    for (int i = 0; i < chunks; i++) {
      table.firstPairs[i] = in.getLong();
      end += RunBytes.readInt(in);
      table.ends[i] = end;
      table.checksums[i] = in.getInt();
    }
    return table;
  }

  /** The blocks of a key. */
  BitSet blocks(long key) {
    BitSet found = new BitSet();
    long low = Pairs.of(key, 0);
    long high = Pairs.of(key, Pairs.MAX_BLOCKS - 1);
    int at = Arrays.binarySearch(firstPairs, low);
    for (int i = at >= 0 ? at : Math.max(0, -at - 2);
        i < firstPairs.length && firstPairs[i] <= high;
        i++) {
      for (long pair : chunk(i)) {
        if (pair >= low && pair <= high) {
          found.set(Pairs.block(pair));
        }
      }
    }
    return found;
  }

  private long[] chunk(int index) {
    long from = index == 0 ? start : ends[index - 1];
    ByteBuffer in = file.read(from, (int) (ends[index] - from), checksums[index]);
    long[] pairs = new long[CHUNK_PAIRS];
    pairs[0] = firstPairs[index];
    int count = 1;
    long key = Pairs.key(pairs[0]);
    int block = Pairs.block(pairs[0]);
    while (in.hasRemaining()) {
      long step = RunBytes.readNumber(in);
      key += step;
      block += (int) (step == 0 ? RunBytes.readNumber(in) : RunBytes.readSigned(in));
      pairs[count++] = Pairs.of(key, block);
    }
    return count == CHUNK_PAIRS ? pairs : Arrays.copyOf(pairs, count);
  }

  /** All pairs, ascending. */
  PrimitiveIterator.OfLong iterator() {
    return new PrimitiveIterator.OfLong() {
      private long[] current = {};
      private int at;
      private int nextChunk;

      @Override
      public boolean hasNext() {
        return at < current.length || nextChunk < firstPairs.length;
      }

      @Override
      public long nextLong() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        if (at == current.length) {
          current = chunk(nextChunk++);
          at = 0;
        }
        return current[at++];
      }
    };
  }
}
