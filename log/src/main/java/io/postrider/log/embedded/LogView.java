package io.postrider.log.embedded;

import io.postrider.log.Arrivals;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;

/**
 * What readers may see of the log: its segments and where the durable part ends. Safe to use from
 * any thread.
 *
 * <p>Invariant: the bytes before {@link #endOffset} are synced and within the ends that the
 * segments state, since those are moved on first.
 */
final class LogView {

  private final LogObserver observer;
  private final Arrivals arrivals = new Arrivals();
  private volatile SegmentList segments;
  private volatile long endOffset;
  private volatile LogState state = new LogState.Running();

  LogView(SegmentList segments, long endOffset, LogObserver observer) {
    this.segments = segments;
    this.endOffset = endOffset;
    this.observer = observer;
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

  Arrivals arrivals() {
    return arrivals;
  }

  /** Records up to here are durable. Called by the writer. */
  void publish(long newEndOffset) {
    endOffset = newEndOffset;
    arrivals.reached(newEndOffset);
  }

  synchronized void add(Segment segment) {
    segments = segments.with(segment);
    tellSize();
  }

  synchronized void remove(Segment segment) {
    segments = segments.without(segment);
    tellSize();
  }

  void tellSize() {
    SegmentList now = segments;
    observer.sized(now.segments().size(), now.sizeBytes());
  }

  LogState state() {
    return state;
  }

  synchronized void become(LogState newState) {
    if (!(state instanceof LogState.Closed) && !state.equals(newState)) {
      state = newState;
      observer.changed(newState);
    }
  }

  void refuseClosed() {
    if (state instanceof LogState.Closed) {
      throw new LogUnavailableException("the log is closed");
    }
  }
}
