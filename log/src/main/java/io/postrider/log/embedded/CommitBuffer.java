package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import io.postrider.log.RecordBatch;
import java.nio.ByteBuffer;

/** The buffer in which the writer thread composes commits. */
final class CommitBuffer {

  private final BatchCodec codec;
  private final ByteBuffer buffer;

  CommitBuffer(LogIdentity identity, int maxBodyBytes) {
    this.codec = new BatchCodec(identity);
    this.buffer = ByteBuffer.allocateDirect(BatchCodec.sizeBytes(maxBodyBytes));
  }

  /**
   * Encodes the batches of a commit. Valid until the next call.
   *
   * @param position of the commit in the file, which is synced up to there
   */
  ByteBuffer compose(CommitPlan plan, long segmentId, long baseOffset, long timeMs, long position) {
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
              segmentId, offset, timeMs, position, batch.records(), bodyBytes, checksum);
      codec.putHeader(buffer, at, header, position + at);
      while (buffer.position() < at + header.sizeBytes()) {
        buffer.put((byte) 0);
      }
      offset += batch.records();
    }
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
