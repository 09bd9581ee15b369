package io.postrider.server.ledger.index;

/**
 * The bounds of the index.
 *
 * @param runEntries a run is written to a file when it has so many entries; it takes 12 bytes of
 *     memory per entry until then, and 16 more while it is written
 * @param runBlocks a run is written to a file when it has so many blocks
 * @param runKinds beyond so many kinds of entries in a run, event names are indexed as "other"
 * @param stepBlocks how many blocks the index reads before it looks for other work
 * @param mergeRuns how many neighbouring runs are merged into one
 */
public record IndexLimits(
    int runEntries, int runBlocks, int runKinds, int stepBlocks, int mergeRuns) {

  public static final IndexLimits DEFAULT = new IndexLimits(1_000_000, 65_536, 16_384, 64, 8);

  public IndexLimits {
    if (runEntries < 1 || runBlocks < 1 || runKinds < 1 || stepBlocks < 1 || mergeRuns < 2) {
      throw new IllegalArgumentException("limits of the index must be positive");
    }
    if ((long) runBlocks * mergeRuns > Pairs.MAX_BLOCKS) {
      throw new IllegalArgumentException("a merged run may have " + Pairs.MAX_BLOCKS + " blocks");
    }
  }

  /** The limits for a heap: a run takes at most about a 64th of it. */
  public static IndexLimits ofHeap(long heapBytes) {
    long entries = Math.clamp(heapBytes / 64 / 28, 50_000, DEFAULT.runEntries);
    return new IndexLimits(
        (int) entries, DEFAULT.runBlocks, DEFAULT.runKinds, DEFAULT.stepBlocks, DEFAULT.mergeRuns);
  }
}
