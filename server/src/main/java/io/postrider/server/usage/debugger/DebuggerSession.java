package io.postrider.server.usage.debugger;

import io.postrider.id.SourceId;
import io.postrider.message.RecordView;
import io.postrider.route.LogEndOffsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One debugger session: the queue of events that its reader has not taken yet.
 *
 * <p>May be used from any thread. Holds at most {@value #MAX_EVENTS} events and {@value #MAX_BYTES}
 * bytes; further events are counted as missed.
 */
public final class DebuggerSession implements AutoCloseable {

  static final int MAX_EVENTS = 500;
  static final int MAX_BYTES = 1024 * 1024;

  private final SourceId source;
  private final DebuggerFilter filter;
  private final LogEndOffsets from;
  private final Consumer<DebuggerSession> onClose;
  private final ArrayDeque<DebuggerEvent> waiting = new ArrayDeque<>();
  private int bytes;
  private boolean closed;

  DebuggerSession(
      SourceId source,
      DebuggerFilter filter,
      LogEndOffsets from,
      Consumer<DebuggerSession> onClose) {
    this.source = source;
    this.filter = filter;
    this.from = from;
    this.onClose = onClose;
  }

  public SourceId source() {
    return source;
  }

  public DebuggerFilter filter() {
    return filter;
  }

  /** The offsets from which it shows messages. */
  public LogEndOffsets from() {
    return from;
  }

  /** Whether it shows a message of its source. */
  boolean shows(int partition, long offset, RecordView record) {
    return offset >= from.at(partition) && filter.matches(record);
  }

  /** Adds an event, or counts it as missed. */
  synchronized void offer(DebuggerEvent event) {
    if (waiting.size() >= MAX_EVENTS || bytes + event.sizeBytes() > MAX_BYTES) {
      miss(1);
      return;
    }
    waiting.add(event);
    bytes += event.sizeBytes();
    notifyAll();
  }

  synchronized void miss(long count) {
    long before = waiting.peekLast() instanceof DebuggerEvent.Missed missed ? missed.count() : 0;
    if (before > 0) {
      waiting.removeLast();
    }
    waiting.add(new DebuggerEvent.Missed(before + count));
    notifyAll();
  }

  /** All queued events; empty after a timeout, or if the session is closed. */
  public synchronized List<DebuggerEvent> take(Duration timeout) throws InterruptedException {
    long until = System.nanoTime() + timeout.toNanos();
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

  /** Closes the session and ends a waiting {@link #take}. */
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
    onClose.accept(this);
  }
}
