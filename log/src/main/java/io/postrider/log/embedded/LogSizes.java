package io.postrider.log.embedded;

/**
 * The size limits of an embedded log, in bytes.
 *
 * @param firstSegment the size of the segment that opening creates; the minimum of any segment
 * @param maxAppend the maximum of one append
 * @param maxCommit the maximum of one commit of several appends; also what a reader keeps of a
 *     batch between two reads
 * @param maxBatch the maximum of one batch of several appends. A commit has several batches if need
 *     be. Reading a record reads its whole batch, so a log of records that are read one by one has
 *     small ones
 * @param maxQueued the maximum of all queued appends
 * @param fillChunk the chunk size of preallocation
 */
public record LogSizes(
    long segment,
    long firstSegment,
    int maxAppend,
    int maxCommit,
    int maxBatch,
    long maxQueued,
    int fillChunk) {

  private static final int MIB = 1024 * 1024;

  /** Segments of 128 MiB, appends up to 8 MiB, 64 MiB queued. */
  public static final LogSizes DEFAULT =
      new LogSizes(128L * MIB, 4L * MIB, 8 * MIB, 8 * MIB, 64L * MIB, MIB);

  /** Sizes with batches as large as a commit may be. */
  public LogSizes(
      long segment,
      long firstSegment,
      int maxAppend,
      int maxCommit,
      long maxQueued,
      int fillChunk) {
    this(segment, firstSegment, maxAppend, maxCommit, maxCommit, maxQueued, fillChunk);
  }

  /** Sizes with batches as large as an append may be. */
  public LogSizes(long segment, long firstSegment, int maxAppend, long maxQueued, int fillChunk) {
    this(segment, firstSegment, maxAppend, maxAppend, maxQueued, fillChunk);
  }

  /** The same with batches of another size. */
  public LogSizes withMaxBatch(int bytes) {
    return new LogSizes(segment, firstSegment, maxAppend, maxCommit, bytes, maxQueued, fillChunk);
  }

  /** The same with segments of another size. */
  public LogSizes withSegment(long bytes) {
    return new LogSizes(bytes, firstSegment, maxAppend, maxCommit, maxBatch, maxQueued, fillChunk);
  }

  public LogSizes {
    require(firstSegment > SegmentHeader.BYTES, "invalid first segment size:", firstSegment);
    require(segment >= firstSegment, "invalid segment size:", segment);
    require(segment <= 1024L * MIB, "invalid segment size:", segment);
    require(maxAppend > 0, "invalid append limit:", maxAppend);
    require(maxAppend <= 256 * MIB, "invalid append limit:", maxAppend);
    require(maxCommit > 0, "invalid commit limit:", maxCommit);
    require(maxCommit <= maxAppend, "invalid commit limit:", maxCommit);
    require(maxBatch > 0, "invalid batch limit:", maxBatch);
    require(maxBatch <= maxCommit, "invalid batch limit:", maxBatch);
    require(maxQueued >= maxAppend, "invalid queue limit:", maxQueued);
    require(fillChunk > 0, "invalid chunk size:", fillChunk);
  }

  private static void require(boolean valid, String what, long bytes) {
    if (!valid) {
      throw new IllegalArgumentException(what + " " + bytes + " bytes");
    }
  }
}
