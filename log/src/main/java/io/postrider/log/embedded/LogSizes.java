package io.postrider.log.embedded;

/**
 * The bounds of an embedded log, in bytes.
 *
 * @param segment the size of a segment file
 * @param firstSegment the size of the one that opening makes, and the least of any
 * @param maxAppend the most that one append, and one commit, may weigh
 * @param maxQueued the most that may wait to become durable
 * @param fillChunk what is zero-filled at once
 */
public record LogSizes(
    long segment, long firstSegment, int maxAppend, long maxQueued, int fillChunk) {

  private static final int MIB = 1024 * 1024;

  /** Segments of 128 MiB, appends to 8 MiB, 64 MiB waiting. */
  public static final LogSizes DEFAULT =
      new LogSizes(128L * MIB, 4L * MIB, 8 * MIB, 64L * MIB, MIB);

  public LogSizes {
    require(firstSegment > SegmentHeader.BYTES, "a first segment of", firstSegment);
    require(segment >= firstSegment, "segments of", segment);
    require(segment <= 1024L * MIB, "segments of", segment);
    require(maxAppend > 0, "appends of", maxAppend);
    require(maxAppend <= 256 * MIB, "appends of", maxAppend);
    require(maxQueued >= maxAppend, "a queue of", maxQueued);
    require(fillChunk > 0, "chunks of", fillChunk);
  }

  private static void require(boolean good, String what, long bytes) {
    if (!good) {
      throw new IllegalArgumentException(what + " " + bytes + " bytes");
    }
  }
}
