package io.postrider.log.embedded;

/**
 * The header of a commit batch.
 *
 * @param timeMs the append time; never less than the time of the previous batch
 * @param syncedTo the file position up to which the segment was synced when the batch was composed
 * @param bodyBytes the length of the body: the record lengths, then the records, then zeros if a
 *     record was rewritten shorter
 */
record BatchHeader(
    long segmentId,
    long baseOffset,
    long timeMs,
    long syncedTo,
    int count,
    int bodyBytes,
    int bodyChecksum) {

  long endOffset() {
    return baseOffset + count;
  }

  /** The size in the file, including header and padding. */
  int sizeBytes() {
    return BatchCodec.sizeBytes(bodyBytes);
  }

  /** The header of the same batch, copied to another segment. */
  BatchHeader movedTo(long otherSegmentId, long otherSyncedTo) {
    return new BatchHeader(
        otherSegmentId, baseOffset, timeMs, otherSyncedTo, count, bodyBytes, bodyChecksum);
  }

  /** The header of the same batch with other records. */
  BatchHeader withChecksum(int otherBodyChecksum) {
    return new BatchHeader(
        segmentId, baseOffset, timeMs, syncedTo, count, bodyBytes, otherBodyChecksum);
  }
}
