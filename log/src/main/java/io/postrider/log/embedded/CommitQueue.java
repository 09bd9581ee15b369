package io.postrider.log.embedded;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The queue of appends for group commit. Any thread offers; the writer takes everything at once.
 *
 * <p>A lock-free stack linked through the appends; the writer reverses it. The bound is in bytes
 * and exact. An append counts until the writer has completed it.
 */
final class CommitQueue {

  enum Offer {
    /** Queued into an empty queue: the caller wakes the writer. */
    FIRST,
    /** Queued behind others: the writer is already awake. */
    BEHIND,
    BUSY,
    CLOSED
  }

  private static final PendingAppend CLOSED = new PendingAppend();

  private final long boundBytes;
  private final AtomicReference<@Nullable PendingAppend> top = new AtomicReference<>();
  private final AtomicLong heldBytes = new AtomicLong();

  CommitQueue(long boundBytes) {
    this.boundBytes = boundBytes;
  }

  Offer offer(PendingAppend append) {
    long held;
    do {
      held = heldBytes.get();
      if (held + append.weightBytes > boundBytes) {
        return Offer.BUSY;
      }
    } while (!heldBytes.compareAndSet(held, held + append.weightBytes));
    PendingAppend below;
    do {
      below = top.get();
      if (below == CLOSED) {
        release(append.weightBytes);
        return Offer.CLOSED;
      }
      append.next = below;
    } while (!top.compareAndSet(below, append));
    return below == null ? Offer.FIRST : Offer.BEHIND;
  }

  /** Takes all queued appends, in order, linked by {@code next}. Called by the writer. */
  @Nullable PendingAppend takeAll() {
    if (top.get() == null || top.get() == CLOSED) {
      return null;
    }
    return inOrder(top.getAndSet(null));
  }

  /** Closes the queue and returns what was queued. Called once, by the writer. */
  @Nullable PendingAppend close() {
    PendingAppend last = top.getAndSet(CLOSED);
    return last == CLOSED ? null : inOrder(last);
  }

  /** Frees queue capacity. Called by the writer when appends complete. */
  void release(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  private static @Nullable PendingAppend inOrder(@Nullable PendingAppend last) {
    PendingAppend first = null;
    PendingAppend each = last;
    while (each != null) {
      PendingAppend below = each.next;
      each.next = first;
      first = each;
      each = below;
    }
    return first;
  }
}
