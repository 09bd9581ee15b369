package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the newest segment when the log is opened: what of it is proven to be durable, what is
 * only there, and whether something is missing that was durable once.
 *
 * <p>A batch states how far the segment was synced before it was written. What lies before the
 * furthest such statement, or the header's, is proven. The whole batches behind it, at most one
 * commit in practice, were perhaps acknowledged and perhaps not synced: they are kept, but have to
 * be written again. Where the batches end, the rest of the file is searched for any header of a
 * later batch: if one states that the place was synced, records have been damaged.
 */
final class TailScan {

  private static final int WINDOW_BYTES = 1024 * 1024;

  private record Unproven(long position, long baseOffset, long timeMs) {}

  private final Segment segment;
  private final SegmentHeader header;
  private final Deque<Unproven> unproven = new ArrayDeque<>();
  private long provenEnd;
  private long provenMs;
  private long tailEnd;
  private long endOffset;

  private TailScan(Segment segment) {
    this.segment = segment;
    this.header = segment.header();
    this.provenEnd = header.provenEnd();
    this.provenMs = header.sinceMs();
  }

  /** Where the log goes on behind a segment. */
  static Continuation of(Segment segment) throws IOException {
    TailScan scan = new TailScan(segment);
    DiskFile file = segment.acquire();
    try {
      scan.walk(file);
    } finally {
      segment.release();
    }
    return scan.continuation();
  }

  private void walk(DiskFile file) throws IOException {
    long size = segment.fileBytes();
    SegmentScan scan = new SegmentScan(header, file, size);
    while (scan.advance()) {
      BatchHeader batch = scan.header();
      unproven.add(new Unproven(scan.position(), batch.baseOffset(), batch.timeMs()));
      provenEnd = Math.max(provenEnd, batch.syncedTo());
      dropProven();
    }
    tailEnd = scan.next();
    endOffset = scan.nextOffset();
    if (tailEnd < provenEnd || laterBatchProves(file, tailEnd, size)) {
      throw Damage.batch(segment.describe(), tailEnd, endOffset);
    }
  }

  private void dropProven() {
    Unproven first = unproven.peek();
    while (first != null && first.position < provenEnd) {
      provenMs = first.timeMs;
      unproven.remove();
      first = unproven.peek();
    }
  }

  private Continuation continuation() {
    Unproven first = unproven.peek();
    Unproven last = unproven.peekLast();
    Continuation.@Nullable Tail tail =
        last == null
            ? null
            : new Continuation.Tail(segment, provenEnd, tailEnd, endOffset, last.timeMs);
    long baseOffset = first == null ? endOffset : first.baseOffset;
    return Continuation.behind(header, provenEnd, baseOffset, provenMs, tail);
  }

  private boolean laterBatchProves(DiskFile file, long from, long size) throws IOException {
    BatchCodec codec = new BatchCodec(header.identity());
    ByteBuffer window = ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, size - from));
    long at = from;
    while (size - at >= BatchCodec.HEADER_BYTES) {
      window.clear().limit((int) Math.min(window.capacity(), size - at));
      file.read(window, at);
      window.flip();
      int last = window.limit() - BatchCodec.HEADER_BYTES;
      if (last < 0) {
        return false;
      }
      int i = 0;
      for (; i <= last; i += BatchCodec.ALIGNMENT) {
        if (window.getInt(i) == BatchCodec.MAGIC) {
          BatchHeader batch = codec.header(window, i, header.id(), at + i);
          if (batch != null && batch.syncedTo() > from) {
            return true;
          }
        }
      }
      at += i;
    }
    return false;
  }
}
