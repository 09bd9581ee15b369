package io.postrider.log.embedded;

import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetWaiters;

/**
 * The part of the log that readers see: its segments and the end of the durable part. Thread-safe.
 *
 * <p>Invariant: all records before {@link #endOffset} are synced and lie before {@link Segment#end}
 * of their segment, because the writer advances the segment end first.
 */
final class LogView {

  private final LogObserver observer;
  private final OffsetWaiters waiters = new OffsetWaiters();
  private final IdleSegments idle = new IdleSegments();
  private volatile SegmentList segments;
  private volatile long endOffset;
  private volatile LogState state = new LogState.Running();

  LogView(SegmentList segments, long endOffset, LogObserver observer) {
    this.segments = segments;
    this.endOffset = endOffset;
    this.observer = observer;
    segments.segments().forEach(segment -> segment.idleIn(idle));
  }

  SegmentList segments() {
    return segments;
  }

  long firstOffset() {
    return segments.first().baseOffset();
  }

  long endOffset() {
    return endOffset;
  }

  OffsetWaiters waiters() {
    return waiters;
  }

  /** Publishes a new durable end. Called by the writer. */
  void publish(long newEndOffset) {
    endOffset = newEndOffset;
    waiters.reached(newEndOffset);
  }

  synchronized void add(Segment segment) {
    segment.idleIn(idle);
    segments = segments.with(segment);
    reportSize();
  }

  synchronized void remove(Segment segment) {
    segments = segments.without(segment);
    reportSize();
  }

  void reportSize() {
    SegmentList now = segments;
    observer.sized(now.segments().size(), now.sizeBytes());
  }

  LogState state() {
    return state;
  }

  synchronized void changeState(LogState newState) {
    if (!(state instanceof LogState.Closed) && !state.equals(newState)) {
      state = newState;
      observer.changed(newState);
    }
  }

  /** Changes the state unless it has changed meanwhile. */
  synchronized void replaceState(LogState expected, LogState newState) {
    if (state.equals(expected)) {
      changeState(newState);
    }
  }

  void requireOpen() {
    if (state instanceof LogState.Closed) {
      throw LogUnavailableException.closed();
    }
  }
}
