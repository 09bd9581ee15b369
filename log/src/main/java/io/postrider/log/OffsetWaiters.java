package io.postrider.log;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/**
 * The futures that wait until a partition's end passes an offset. Thread-safe.
 *
 * <p>The writer first publishes the new end and then calls {@link #reached}; {@link #whenBeyond}
 * compares with the end under the same lock under which it registers. So no waiter is missed.
 */
public final class OffsetWaiters {

  /** The number of waiters at which completed ones are removed. */
  private static final int SWEEP_AT_LEAST = 64;

  private record Waiting(long offset, CompletableFuture<Void> future) {}

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>((a, b) -> Long.compare(a.offset, b.offset));
  private int sweepAt = SWEEP_AT_LEAST;
  private long end = Long.MIN_VALUE;
  private boolean closed;

  /** Completes when the end is beyond an offset; fails if the log closes first. */
  public CompletableFuture<Void> whenBeyond(long offset, long visibleEnd) {
    if (visibleEnd > offset) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> future = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(LogUnavailableException.closed());
      }
      if (end > offset) {
        return CompletableFuture.completedFuture(null);
      }
      if (waiting.size() >= sweepAt) {
        waiting.removeIf(one -> one.future.isDone());
        sweepAt = Math.max(SWEEP_AT_LEAST, 2 * waiting.size());
      }
      waiting.add(new Waiting(offset, future));
    }
    return future;
  }

  /** Completes the waiters before the new end. */
  public void reached(long newEnd) {
    List<CompletableFuture<Void>> due;
    synchronized (this) {
      end = Math.max(end, newEnd);
      Waiting first = waiting.peek();
      if (first == null || first.offset >= newEnd) {
        return;
      }
      due = new ArrayList<>();
      while (first != null && first.offset < newEnd) {
        due.add(first.future);
        waiting.remove();
        first = waiting.peek();
      }
    }
    due.forEach(future -> future.complete(null));
  }

  /** Whether anyone waits. */
  public synchronized boolean isWaiting() {
    waiting.removeIf(one -> one.future.isDone());
    return !waiting.isEmpty();
  }

  public void close() {
    List<CompletableFuture<Void>> left = new ArrayList<>();
    synchronized (this) {
      closed = true;
      waiting.forEach(one -> left.add(one.future));
      waiting.clear();
    }
    left.forEach(future -> future.completeExceptionally(LogUnavailableException.closed()));
  }
}
