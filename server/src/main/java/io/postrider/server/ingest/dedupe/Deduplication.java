package io.postrider.server.ingest.dedupe;

import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.server.config.Config;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The deduplication window: which messages are durable, by 128-bit hashes of source and message ID.
 *
 * <p>Safe to call from any thread. A hash is <em>pending</em> from {@link #claim} to {@link
 * #settle}: a second message with the same hash shares the outcome of the first, and a failed
 * append removes the hash. So a duplicate is answered 200 only if the first message is durable.
 *
 * <p>Memory is bounded: {@value #STRIPES} stripes of {@value #GENERATIONS} generations, 32 bytes an
 * entry at most. When a generation fills up early, the oldest is dropped, and {@link #coverage}
 * returns the shortened window.
 */
public final class Deduplication implements AutoCloseable {

  /** What {@link #claim} returns for a message that is in the log. */
  public static final Claim DURABLE = new Claim(0);

  private static final int STRIPES = 1 << HashTable.TAG_BITS;
  private static final int GENERATIONS = 4;
  private static final int BYTES_PER_ENTRY = 32;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final Set<Claim> open = ConcurrentHashMap.newKeySet();
  private final InstantSource steadyTime;

  /** Prevents the JIT compiler from eliminating reads whose values are unused. */
  @SuppressWarnings({"unused", "FieldCanBeLocal"})
  private long touched;

  private final Duration window;

  /** Null when all tables are built. */
  private volatile @Nullable WindowRestore restore;

  /** Set before the window is shared; null if nothing is restored. */
  private @Nullable RestoreThread thread;

  public Deduplication(Duration window, long memoryBytes, InstantSource steadyTime) {
    this.window = window;
    this.steadyTime = steadyTime;
    long entries = memoryBytes / STRIPES / GENERATIONS / BYTES_PER_ENTRY;
    int perGeneration = Math.toIntExact(Long.highestOneBit(Math.clamp(entries, 32, 1 << 28)));
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(perGeneration, window.toMillis(), GENERATIONS, steadyTime.millis());
    }
  }

  /**
   * Restores the window from the log, on a thread of its own: the newest messages first, as many as
   * memory allows. Claim nothing before {@link #awaitRead} returns.
   */
  public static Deduplication restoring(Config config, EmbeddedLog log, InstantSource steadyTime) {
    Duration window = config.dedupe().windowFor(config.log().engine());
    Deduplication deduplication =
        new Deduplication(window, config.dedupe().memory().bytes(), steadyTime);
    Instant from = steadyTime.instant().minus(window);
    deduplication.restore(
        log.recordsSince(from),
        (into, stopped) ->
            log.digestsSince(
                from,
                (appendedAt, baseOffset, count, digests) ->
                    !stopped.getAsBoolean() && into.add(appendedAt.toEpochMilli(), digests)));
    return deduplication;
  }

  /** Starts the thread that restores about so many messages. */
  void restore(long expected, RestoreThread.Reading reading) {
    WindowRestore steps = restoring(expected);
    thread = RestoreThread.start(steps, reading, () -> restore = null);
  }

  /** Restores messages from before a restart, about so many; the caller drives it. */
  WindowRestore restoring(long expected) {
    WindowRestore steps = new WindowRestore(stripes, expected);
    restore = steps;
    return steps;
  }

  /**
   * Waits until the messages before the restart are read. Throws what the log throws if it cannot
   * be read.
   */
  public void awaitRead() {
    if (thread != null) {
      thread.awaitRead();
    }
  }

  /** The node serves: the rest of the restore may use a processor. */
  public void beginBuilding() {
    if (thread != null) {
      thread.beginBuilding();
    }
  }

  /** Whether a part of the window could not be restored; its messages are refused. */
  public boolean hasFailed() {
    return thread != null && thread.hasFailed();
  }

  /**
   * Completes when the part of the window that these messages belong to is restored; null if it is.
   * Claim them only then.
   */
  public @Nullable CompletableFuture<Void> missing(HashList messages) {
    WindowRestore steps = restore;
    return steps == null ? null : steps.missing(messages);
  }

  /**
   * Claims a message: null if it is new and now pending under this claim, {@link #DURABLE} if it is
   * in the log, or the claim of the request (possibly this one) that is appending it.
   */
  public @Nullable Claim claim(long high, long low, Claim claim, long nowMillis) {
    return stripe(high).claim(nonZero(high), low, claim, open, nowMillis);
  }

  /**
   * Prefetches the memory that the claims of many hashes will read. Overlapping the cache misses
   * takes little longer than one of them.
   */
  public void touch(HashList hashes) {
    long sum = 0;
    for (int i = 0; i < hashes.count(); i++) {
      sum += stripe(hashes.high(i)).touch(hashes.low(i));
    }
    touched = sum;
  }

  /** Ends a claim: its messages are durable, or they failed and are forgotten. */
  public void settle(Claim claim, @Nullable Throwable failure) {
    if (failure == null) {
      open.remove(claim);
      claim.outcome().complete(null);
    } else {
      claim.forEach((high, low) -> stripe(high).forget(high, low));
      open.remove(claim);
      claim.outcome().completeExceptionally(failure);
    }
  }

  /** The time to claim with, which never jumps. */
  public long nowMillis() {
    return steadyTime.millis();
  }

  /** The current length of the window; shorter than configured while memory is short. */
  public Duration coverage() {
    long forgottenTo = Long.MIN_VALUE;
    for (Stripe stripe : stripes) {
      forgottenTo = Math.max(forgottenTo, stripe.forgottenToMillis());
    }
    long windowMillis = window.toMillis();
    long nowMillis = steadyTime.millis();
    return forgottenTo < nowMillis - windowMillis
        ? window
        : Duration.ofMillis(Math.max(0, nowMillis - forgottenTo));
  }

  public long entries() {
    long entries = 0;
    for (Stripe stripe : stripes) {
      entries += stripe.entries();
    }
    return entries;
  }

  public long sizeBytes() {
    long bytes = 0;
    for (Stripe stripe : stripes) {
      bytes += stripe.sizeBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.close();
    }
    closeTables();
  }

  void closeTables() {
    for (Stripe stripe : stripes) {
      stripe.close();
    }
  }

  private Stripe stripe(long high) {
    return stripes[stripeOf(nonZero(high))];
  }

  /** The stripe of a hash that {@link #nonZero} returned. */
  static int stripeOf(long high) {
    return (int) (high >>> (Long.SIZE - HashTable.TAG_BITS));
  }

  /** Empty slots hold 0, so a hash that starts with 0 is changed to start with 1. */
  static long nonZero(long high) {
    return high == 0 ? 1 : high;
  }
}
