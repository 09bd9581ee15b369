package io.postrider.log.embedded;

/**
 * What stands before the records of one commit batch.
 *
 * @param segmentId the segment it was written to
 * @param baseOffset the offset of its first record
 * @param timeMs when it was appended; never less than that of the batch before it
 * @param syncedTo how far, in bytes, the segment was known to be synced when it was composed
 * @param count how many records there are
 * @param bodyBytes the length of what follows: a length per record, then the records
 * @param bodyChecksum the CRC-32C of what follows
 */
record BatchHeader(
    long segmentId,
    long baseOffset,
    long timeMs,
    long syncedTo,
    int count,
    int bodyBytes,
    int bodyChecksum) {

  /** The offset that follows its last record. */
  long endOffset() {
    return baseOffset + count;
  }

  /** What it takes in the file, with header and padding. */
  int sizeBytes() {
    return BatchCodec.sizeBytes(bodyBytes);
  }

  /** The same batch at home in another segment. */
  BatchHeader movedTo(long otherSegmentId, long otherSyncedTo) {
    return new BatchHeader(
        otherSegmentId, baseOffset, timeMs, otherSyncedTo, count, bodyBytes, bodyChecksum);
  }
}
