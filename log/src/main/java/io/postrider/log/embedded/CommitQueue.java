package io.postrider.log.embedded;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The appends that wait for the writer: any thread offers, the writer takes all there is at once.
 *
 * <p>A stack linked through the appends themselves, turned round by the writer. Its bound is in
 * bytes and exact; it counts an append until the writer has settled it.
 */
final class CommitQueue {

  enum Offer {
    /** Queued, and the writer has to be told. */
    FIRST,
    /** Queued behind others that the writer has been told of. */
    BEHIND,
    BUSY,
    CLOSED
  }

  private static final Append CLOSED = Append.mark();

  private final long boundBytes;
  private final AtomicReference<@Nullable Append> top = new AtomicReference<>();
  private final AtomicLong heldBytes = new AtomicLong();

  CommitQueue(long boundBytes) {
    this.boundBytes = boundBytes;
  }

  Offer offer(Append append) {
    long held;
    do {
      held = heldBytes.get();
      if (held + append.weightBytes > boundBytes) {
        return Offer.BUSY;
      }
    } while (!heldBytes.compareAndSet(held, held + append.weightBytes));
    Append below;
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

  /** All that is queued, in order, linked by {@code next}. Called by the writer. */
  @Nullable Append takeAll() {
    if (top.get() == null || top.get() == CLOSED) {
      return null;
    }
    return inOrder(top.getAndSet(null));
  }

  /** Lets nothing more in and gives what was queued. Called by the writer, once. */
  @Nullable Append close() {
    Append last = top.getAndSet(CLOSED);
    return last == CLOSED ? null : inOrder(last);
  }

  /** Called by the writer when appends are settled. */
  void release(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  private static @Nullable Append inOrder(@Nullable Append last) {
    Append first = null;
    Append each = last;
    while (each != null) {
      Append below = each.next;
      each.next = first;
      first = each;
      each = below;
    }
    return first;
  }
}
