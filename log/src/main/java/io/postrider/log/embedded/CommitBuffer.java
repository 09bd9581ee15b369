package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import io.postrider.log.RecordBatch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The buffer in which the writer thread composes commit batches. */
final class CommitBuffer {

  private final BatchCodec codec;
  private final ByteBuffer buffer;

  CommitBuffer(LogIdentity identity, int maxBodyBytes) {
    this.codec = new BatchCodec(identity);
    this.buffer = ByteBuffer.allocateDirect(BatchCodec.sizeBytes(maxBodyBytes));
  }

  /**
   * Encodes a batch: the lengths of all records, then the records. Valid until the next call.
   *
   * @param until the first append after the batch, or null
   */
  ByteBuffer compose(
      PendingAppend first,
      @Nullable PendingAppend until,
      long segmentId,
      long baseOffset,
      long timeMs,
      long position) {
    buffer.clear().position(BatchCodec.HEADER_BYTES);
    int count = 0;
    for (PendingAppend each = first; each != null && each != until; each = each.next) {
      RecordBatch batch = each.batch();
      int[] ends = batch.ends();
      int from = 0;
      for (int i = 0; i < batch.count(); i++) {
        buffer.putInt(ends[i] - from);
        from = ends[i];
      }
      count += batch.count();
    }
    for (PendingAppend each = first; each != null && each != until; each = each.next) {
      RecordBatch batch = each.batch();
      buffer.put(batch.bytes(), 0, batch.sizeBytes());
    }
    int bodyBytes = buffer.position() - BatchCodec.HEADER_BYTES;
    int checksum = codec.bodyChecksum(buffer, BatchCodec.HEADER_BYTES, bodyBytes);
    BatchHeader header =
        new BatchHeader(segmentId, baseOffset, timeMs, position, count, bodyBytes, checksum);
    codec.putHeader(buffer, 0, header, position);
    while (buffer.position() < header.sizeBytes()) {
      buffer.put((byte) 0);
    }
    return buffer.flip();
  }
}
