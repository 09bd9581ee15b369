package io.postrider.server.collect.dedupe;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One part of the window: a few generations of hashes, newest first.
 *
 * <p>Every method holds the stripe's own lock, briefly. Invariant: a hash that was claimed less
 * than a window ago and has not failed is in a generation, unless memory ran out and a generation
 * was dropped early. It is pending while an open claim contains it, and durable when none does: a
 * claim that fails takes its hashes out of here before it ceases to be open.
 */
final class Stripe implements AutoCloseable {

  private final int entriesPerGeneration;
  private final long windowMillis;
  private final int maxGenerations;
  private final Deque<Generation> generations = new ArrayDeque<>();

  /** What became durable up to then may have been forgotten before its time. */
  private long forgottenToMillis = Long.MIN_VALUE;

  /** Hashes that were added between two times. */
  private static final class Generation {
    final HashTable hashes;
    final long firstMillis;
    long lastMillis;

    Generation(int maxEntries, long nowMillis) {
      this.hashes = new HashTable(maxEntries);
      this.firstMillis = nowMillis;
      this.lastMillis = nowMillis;
    }
  }

  Stripe(int entriesPerGeneration, long windowMillis, int maxGenerations, long nowMillis) {
    this.entriesPerGeneration = entriesPerGeneration;
    this.windowMillis = windowMillis;
    this.maxGenerations = maxGenerations;
    generations.addFirst(new Generation(entriesPerGeneration, nowMillis));
  }

  /** The claim a hash is pending under, {@link Deduplication#DURABLE} if known, null if new. */
  synchronized @Nullable Claim claim(
      long high, long low, Claim claim, Collection<Claim> open, long nowMillis) {
    rotate(nowMillis);
    Generation newest = generations.getFirst();
    for (Generation generation : generations) {
      if (generation != newest && generation.hashes.contains(high, low)) {
        return holder(high, low, open);
      }
    }
    if (!newest.hashes.add(high, low)) {
      return holder(high, low, open);
    }
    newest.lastMillis = Math.max(newest.lastMillis, nowMillis);
    if (claim.count() == 0) {
      open.add(claim);
    }
    claim.add(high, low);
    return null;
  }

  private static Claim holder(long high, long low, Collection<Claim> open) {
    for (Claim candidate : open) {
      if (candidate.contains(high, low)) {
        return candidate;
      }
    }
    return Deduplication.DURABLE;
  }

  /** Forgets a hash whose record did not become durable. */
  synchronized void forget(long high, long low) {
    for (Generation generation : generations) {
      generation.hashes.remove(high, low);
    }
  }

  /** Remembers a hash from before a restart; they come newest first. False if there is no room. */
  synchronized boolean restore(long high, long low, long appendedMillis) {
    Generation oldest = generations.getLast();
    if (oldest.hashes.full() || oldest.lastMillis - appendedMillis >= generationMillis()) {
      if (generations.size() == maxGenerations) {
        forgottenToMillis = Math.max(forgottenToMillis, appendedMillis);
        return false;
      }
      oldest = new Generation(entriesPerGeneration, appendedMillis);
      generations.addLast(oldest);
    }
    oldest.hashes.add(high, low);
    return true;
  }

  /** Up to when messages may have been forgotten though they are less than a window old. */
  synchronized long forgottenToMillis() {
    return forgottenToMillis;
  }

  synchronized long entries() {
    return generations.stream().mapToLong(generation -> generation.hashes.entries()).sum();
  }

  synchronized long sizeBytes() {
    return generations.stream().mapToLong(generation -> generation.hashes.sizeBytes()).sum();
  }

  @Override
  public synchronized void close() {
    generations.forEach(generation -> generation.hashes.close());
    generations.clear();
  }

  private void drop(Generation generation, long nowMillis) {
    if (nowMillis - generation.lastMillis < windowMillis) {
      forgottenToMillis = generation.lastMillis;
    }
    generation.hashes.close();
  }

  private long generationMillis() {
    return Math.max(1, windowMillis / (maxGenerations - 1));
  }

  /** Drops generations that are a window old; begins one when the newest is old or full. */
  private void rotate(long nowMillis) {
    while (!generations.isEmpty() && nowMillis - generations.getLast().lastMillis > windowMillis) {
      generations.removeLast().hashes.close();
    }
    Generation newest = generations.peekFirst();
    if (newest == null
        || newest.hashes.full()
        || nowMillis - newest.firstMillis >= generationMillis()) {
      if (generations.size() == maxGenerations) {
        drop(generations.removeLast(), nowMillis);
      }
      generations.addFirst(new Generation(entriesPerGeneration, nowMillis));
    }
  }
}
