package io.postrider.server.ingest.dedupe;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a window of time which messages are durable, by 128-bit hashes of source and id.
 *
 * <p>Safe to call from any thread. A hash is <em>pending</em> from {@link #claim} to {@link
 * #settle}: a second message with it shares the first one's outcome, and a failed append makes it
 * new again. Only a durable record is ever remembered, so an answer given for a duplicate is true.
 *
 * <p>Memory is bounded: {@value #STRIPES} stripes of {@value #GENERATIONS} generations, 32 bytes an
 * entry at most. When a generation is full before its time the oldest is dropped, and {@link
 * #coverage} says how long the window then is.
 */
public final class Deduplication implements AutoCloseable {

  /** What {@link #claim} answers for a message that is in the log. */
  public static final Claim DURABLE = new Claim(0);

  private static final int STRIPES = 1 << HashTable.TAG_BITS;
  private static final int GENERATIONS = 4;
  private static final int BYTES_PER_ENTRY = 32;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final Set<Claim> open = ConcurrentHashMap.newKeySet();
  private final InstantSource time;

  /** Keeps the compiler from leaving out reads whose values nobody needs. */
  @SuppressWarnings({"unused", "FieldCanBeLocal"})
  private long touched;

  private final Duration window;

  public Deduplication(Duration window, long memoryBytes, InstantSource time) {
    this.window = window;
    this.time = time;
    long entries = memoryBytes / STRIPES / GENERATIONS / BYTES_PER_ENTRY;
    int perGeneration = Math.toIntExact(Long.highestOneBit(Math.clamp(entries, 32, 1 << 28)));
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(perGeneration, window.toMillis(), GENERATIONS, time.millis());
    }
  }

  /**
   * Claims a message: null if it is new and now pending under this claim, {@link #DURABLE} if it is
   * in the log, or the claim of another request, or this one, that is bringing it there.
   */
  public @Nullable Claim claim(long high, long low, Claim claim, long nowMillis) {
    return stripe(high).claim(nonZero(high), low, claim, open, nowMillis);
  }

  /**
   * Has the memory brought near that the claims of many hashes will look at. It is far apart, and
   * waiting for all of it together takes little longer than waiting for one.
   */
  public void touch(HashList hashes) {
    long sum = 0;
    for (int i = 0; i < hashes.count(); i++) {
      sum += stripe(hashes.high(i)).touch(hashes.low(i));
    }
    touched = sum;
  }

  /** Ends a claim: its messages are durable, or they never will be and are new again. */
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

  /** Remembers a message from before a restart, newest first; false if there is no more room. */
  public boolean restore(long high, long low, long appendedMillis) {
    return stripe(high).restore(nonZero(high), low, appendedMillis);
  }

  /** How far back everything is remembered now: the window, or less while memory is short. */
  public Duration coverage() {
    long forgottenTo = Long.MIN_VALUE;
    for (Stripe stripe : stripes) {
      forgottenTo = Math.max(forgottenTo, stripe.forgottenToMillis());
    }
    long windowMillis = window.toMillis();
    long nowMillis = time.millis();
    return forgottenTo < nowMillis - windowMillis
        ? window
        : Duration.ofMillis(Math.max(0, nowMillis - forgottenTo));
  }

  /** How many messages are remembered. */
  public long entries() {
    long entries = 0;
    for (Stripe stripe : stripes) {
      entries += stripe.entries();
    }
    return entries;
  }

  /** How much memory they take. */
  public long sizeBytes() {
    long bytes = 0;
    for (Stripe stripe : stripes) {
      bytes += stripe.sizeBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    for (Stripe stripe : stripes) {
      stripe.close();
    }
  }

  private Stripe stripe(long high) {
    return stripes[(int) (nonZero(high) >>> (Long.SIZE - HashTable.TAG_BITS))];
  }

  /** Empty slots hold a zero; a hash that begins with one gets another beginning. */
  private static long nonZero(long high) {
    return high == 0 ? 1 : high;
  }
}
