package io.postrider.server.usage.debugger;

import io.postrider.id.SourceId;
import io.postrider.message.RecordView;
import io.postrider.route.LogEndOffsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One who watches a source: what was seen and not taken yet.
 *
 * <p>Safe to use from any thread. Bounded by {@value #MOST} sightings and {@value #MOST_BYTES}
 * bytes; what comes beyond is not kept but counted, in the place where it would have been.
 */
public final class DebuggerSession implements AutoCloseable {

  static final int MOST = 500;
  static final int MOST_BYTES = 1024 * 1024;

  private final SourceId source;
  private final DebuggerFilter interest;
  private final LogEndOffsets from;
  private final Runnable whenClosed;
  private final ArrayDeque<DebuggerEvent> waiting = new ArrayDeque<>();
  private int bytes;
  private boolean closed;

  DebuggerSession(
      SourceId source, DebuggerFilter interest, LogEndOffsets from, Runnable whenClosed) {
    this.source = source;
    this.interest = interest;
    this.from = from;
    this.whenClosed = whenClosed;
  }

  public SourceId source() {
    return source;
  }

  public DebuggerFilter interest() {
    return interest;
  }

  /** Where in the log it begins: what lies before is not seen. */
  public LogEndOffsets from() {
    return from;
  }

  /** Whether it shows a message of its source. */
  boolean shows(int partition, long offset, RecordView record) {
    return offset >= from.at(partition) && interest.in(record);
  }

  /** Adds a sighting, or counts it as missed. */
  synchronized void offer(DebuggerEvent sighting) {
    if (waiting.size() >= MOST || bytes + sighting.sizeBytes() > MOST_BYTES) {
      miss(1);
      return;
    }
    waiting.add(sighting);
    bytes += sighting.sizeBytes();
    notifyAll();
  }

  /** Counts what is not shown. */
  synchronized void miss(long count) {
    long before = waiting.peekLast() instanceof DebuggerEvent.Missed missed ? missed.count() : 0;
    if (before > 0) {
      waiting.removeLast();
    }
    waiting.add(new DebuggerEvent.Missed(before + count));
    notifyAll();
  }

  /** Everything that waits; empty if nothing comes for so long, or it is closed. */
  public synchronized List<DebuggerEvent> take(Duration most) throws InterruptedException {
    long until = System.nanoTime() + most.toNanos();
    while (waiting.isEmpty() && !closed) {
      long leftMillis = (until - System.nanoTime() + 999_999) / 1_000_000;
      if (leftMillis <= 0) {
        break;
      }
      wait(leftMillis);
    }
    List<DebuggerEvent> taken = new ArrayList<>(waiting);
    waiting.clear();
    bytes = 0;
    return taken;
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  /** Watches no more; whoever waits in {@link #take} goes on. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      waiting.clear();
      notifyAll();
    }
    whenClosed.run();
  }
}
