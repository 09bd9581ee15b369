package io.postrider.log;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/**
 * Those who wait for a partition's end to pass an offset. Safe to use from any thread.
 *
 * <p>Whoever moves the end first makes it visible and then calls {@link #reached}; whoever waits is
 * first noted here and then compared with the end. So nobody is missed.
 */
public final class Arrivals {

  /** The number of those who wait at which those who have given up are looked for. */
  private static final int SWEEP_AT_LEAST = 64;

  private record Waiting(long offset, CompletableFuture<Void> future) {}

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>((a, b) -> Long.compare(a.offset, b.offset));
  private int sweepAt = SWEEP_AT_LEAST;
  private long end = Long.MIN_VALUE;
  private boolean closed;

  /** Completes when the end lies beyond an offset; fails when the log is closed before. */
  public CompletableFuture<Void> whenBeyond(long offset, long visibleEnd) {
    if (visibleEnd > offset) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> future = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(closedException());
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

  /** The end has moved: lets those go who waited for it. */
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

  /** Nothing will arrive any more: fails those who still wait. */
  public void close() {
    List<CompletableFuture<Void>> left = new ArrayList<>();
    synchronized (this) {
      closed = true;
      waiting.forEach(one -> left.add(one.future));
      waiting.clear();
    }
    left.forEach(future -> future.completeExceptionally(closedException()));
  }

  private static LogUnavailableException closedException() {
    return new LogUnavailableException("the log is closed");
  }
}
