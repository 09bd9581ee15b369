package io.postrider.server.ingest.dedupe;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Restores the window after a restart, in two steps: hashes are read and sorted by stripe, before
 * the node serves; then the tables are built from them, stripe by stripe. Building takes several
 * times as long as reading, and a message needs one stripe only: those that requests wait for are
 * built first.
 *
 * <p>A thread, or a test, drives it: {@link #add} until all are read, {@link #buildNext} until it
 * returns false, {@link #close}. Any thread may call {@link #missing}, once all are read. A stripe
 * with restored hashes refuses claims until its table is built.
 */
final class WindowRestore implements AutoCloseable {

  /** Standard deviations of the number of hashes of a stripe, for which a list has room. */
  private static final int DEVIATIONS = 4;

  private final Stripe[] stripes;
  private final List<CompletableFuture<Void>> built = new ArrayList<>();
  private final Queue<Integer> wanted = new ConcurrentLinkedQueue<>();
  private final AtomicIntegerArray isWanted;
  private final long expectedPerStripe;
  private int next;

  /**
   * @param expected about how many hashes there will be, of all stripes
   */
  WindowRestore(Stripe[] stripes, long expected) {
    this.stripes = stripes;
    this.isWanted = new AtomicIntegerArray(stripes.length);
    long mean = expected / stripes.length;
    this.expectedPerStripe = mean + DEVIATIONS * (long) Math.sqrt((double) mean);
    for (int i = 0; i < stripes.length; i++) {
      built.add(new CompletableFuture<>());
    }
  }

  /**
   * Adds hashes that were appended at one time, newest first; false if older ones are not needed.
   */
  boolean add(long millis, ByteBuffer digests) {
    boolean room = true;
    while (digests.hasRemaining()) {
      long high = Deduplication.nonZero(digests.getLong());
      long low = digests.getLong();
      // no short circuit: every stripe gets all that it has room for
      room &= stripes[Deduplication.stripeOf(high)].restore(high, low, millis, expectedPerStripe);
    }
    return room;
  }

  /** Builds the table of a stripe that a request waits for, or of any; false if all are built. */
  boolean buildNext() {
    Integer stripe = wanted.poll();
    while (stripe == null && next < stripes.length) {
      stripe = built.get(next).isDone() ? null : next;
      next++;
    }
    if (stripe == null) {
      return false;
    }
    if (!built.get(stripe).isDone()) {
      stripes[stripe].build();
      built.get(stripe).complete(null);
    }
    return true;
  }

  /** Completes when the tables for these hashes are built, or cannot be; null if they are. */
  @Nullable CompletableFuture<Void> missing(HashList hashes) {
    BitSet missing = new BitSet();
    for (int i = 0; i < hashes.count(); i++) {
      int stripe = Deduplication.stripeOf(Deduplication.nonZero(hashes.high(i)));
      if (built.get(stripe).state() != Future.State.SUCCESS) {
        missing.set(stripe);
      }
    }
    if (missing.isEmpty()) {
      return null;
    }
    missing.stream().filter(stripe -> isWanted.compareAndSet(stripe, 0, 1)).forEach(wanted::add);
    return CompletableFuture.allOf(
        missing.stream().mapToObj(built::get).toArray(CompletableFuture<?>[]::new));
  }

  /** Fails what waits for a table that will not be built. */
  void fail(Throwable failure) {
    built.forEach(stripe -> stripe.completeExceptionally(failure));
  }

  /** Frees the hashes that no table was built from. */
  @Override
  public void close() {
    for (Stripe stripe : stripes) {
      stripe.dropRestored();
    }
  }
}
