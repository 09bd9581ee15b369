package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import io.postrider.log.RecordBatch;
import java.nio.ByteBuffer;

/** The buffer in which the writer thread composes commits. */
final class CommitBuffer {

  /** The block size of file systems. */
  private static final int BLOCK_BYTES = 4096;

  private static final byte[] ZEROS = new byte[BLOCK_BYTES];

  private final BatchCodec codec;
  private final ByteBuffer buffer;

  CommitBuffer(LogIdentity identity, int maxBodyBytes) {
    this.codec = new BatchCodec(identity);
    this.buffer = ByteBuffer.allocateDirect(BatchCodec.sizeBytes(maxBodyBytes) + BLOCK_BYTES);
  }

  /**
   * Encodes the batches of a commit. Valid until the next call.
   *
   * <p>Zeros follow up to the end of the block. The disk writes whole blocks anyway, and the kernel
   * would first read a block of a recycled file that is not overwritten whole.
   *
   * @param position of the commit in the file, which is synced up to there
   */
  ByteBuffer compose(
      CommitPlan plan, Segment segment, long baseOffset, long timeMs, long position) {
    buffer.clear();
    long offset = baseOffset;
    for (CommitPlan.Batch batch : plan.batches()) {
      int at = buffer.position();
      buffer.position(at + BatchCodec.HEADER_BYTES);
      putBody(batch);
      int bodyBytes = buffer.position() - at - BatchCodec.HEADER_BYTES;
      int checksum = codec.bodyChecksum(buffer, at + BatchCodec.HEADER_BYTES, bodyBytes);
      BatchHeader header =
          new BatchHeader(
              segment.id(), offset, timeMs, position, batch.records(), bodyBytes, checksum);
      codec.putHeader(buffer, at, header, position + at);
      while (buffer.position() < at + header.sizeBytes()) {
        buffer.put((byte) 0);
      }
      offset += batch.records();
    }
    long end = position + buffer.position();
    long blockEnd =
        Math.min((end + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES, segment.fileBytes());
    buffer.put(ZEROS, 0, (int) (blockEnd - end));
    return buffer.flip();
  }

  /** Puts the lengths of all records, then the records. */
  private void putBody(CommitPlan.Batch batch) {
    for (PendingAppend each = batch.first(); each != null; each = batch.after(each)) {
      RecordBatch records = each.batch();
      int[] ends = records.ends();
      int from = 0;
      for (int i = 0; i < records.count(); i++) {
        buffer.putInt(ends[i] - from);
        from = ends[i];
      }
    }
    for (PendingAppend each = batch.first(); each != null; each = batch.after(each)) {
      RecordBatch records = each.batch();
      buffer.put(records.bytes(), 0, records.sizeBytes());
    }
  }
}
