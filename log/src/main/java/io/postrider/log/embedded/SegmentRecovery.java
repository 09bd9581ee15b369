package io.postrider.log.embedded;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Recovers the newest segment when the log opens: finds the part that is proven durable, the tail
 * that may not be, and corruption of durable records.
 *
 * <p>Each batch header, and the segment header, states the position up to which the segment was
 * synced. Everything before the highest such position is proven durable. The complete batches after
 * it (in practice at most one commit) may have been acknowledged and may not be synced. They are
 * rewritten to a new segment. The rest of the file is searched for later batch headers: if one
 * states that the end of the batches was synced, durable records are corrupt.
 */
final class SegmentRecovery {

  private record Unproven(long position, long baseOffset, long timeMs) {}

  private final Segment segment;
  private final SegmentHeader header;
  private final Deque<Unproven> unproven = new ArrayDeque<>();
  private long provenEnd;
  private long provenMs;
  private long tailEnd;
  private long endOffset;

  private SegmentRecovery(Segment segment) {
    this.segment = segment;
    this.header = segment.header();
    this.provenEnd = header.provenEnd();
    this.provenMs = header.sinceMs();
  }

  /** The position at which the log continues after a segment. */
  static NextSegment of(Segment segment) throws IOException {
    SegmentRecovery scan = new SegmentRecovery(segment);
    DiskFile file = segment.acquire();
    try {
      scan.walk(file);
    } finally {
      segment.release(file);
    }
    return scan.nextSegment();
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
      throw Corruption.batch(segment.describe(), tailEnd, endOffset);
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

  private NextSegment nextSegment() {
    Unproven first = unproven.peek();
    Unproven last = unproven.peekLast();
    NextSegment.@Nullable Tail tail =
        last == null
            ? null
            : new NextSegment.Tail(segment, provenEnd, tailEnd, endOffset, last.timeMs);
    long baseOffset = first == null ? endOffset : first.baseOffset;
    return NextSegment.behind(header, provenEnd, baseOffset, provenMs, tail);
  }

  private boolean laterBatchProves(DiskFile file, long from, long size) throws IOException {
    return BatchSearch.next(header, file, from, size, batch -> batch.syncedTo() > from) != null;
  }
}
