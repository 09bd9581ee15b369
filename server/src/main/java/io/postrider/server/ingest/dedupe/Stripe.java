package io.postrider.server.ingest.dedupe;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One part of the window: the hashes with the same leading bits, in a few generations, newest
 * first.
 *
 * <p>Every method holds the stripe's own lock, briefly. Invariant: a hash that was claimed less
 * than a window ago and has not failed is in a generation, unless memory ran out and a generation
 * was dropped early. It is pending while an open claim contains it, and durable otherwise: a failed
 * claim removes its hashes before it stops being open.
 *
 * <p>The lock is not the object's monitor: an inflated monitor costs a lookup in a JVM table at
 * every entry, and a batch enters a hundred times.
 */
final class Stripe implements AutoCloseable {

  private static final int FIRST_TAG = 128;
  private static final int LAST_TAG = (1 << HashTable.TAG_BITS) - 1;

  private final int entriesPerGeneration;
  private final long windowMillis;
  private final long generationMillis;
  private final int maxGenerations;
  private final Deque<Generation> generations = new ArrayDeque<>();
  private final HashTable hashes = new HashTable();
  private final ReentrantLock lock = new ReentrantLock();
  private Generation newest;

  /** The hashes from before a restart that are not in the table yet; null if there are none. */
  private @Nullable RestoredHashes restored;

  /** Before this time no rotation is due, unless the newest generation is full. */
  private long rotateAtMillis = Long.MIN_VALUE;

  /** Messages that became durable up to then may have been dropped early. */
  private long forgottenToMillis = Long.MIN_VALUE;

  /** The hashes that were added in one period. */
  private static final class Generation {
    final int tag;
    final long firstMillis;
    long lastMillis;
    int entries;

    Generation(int tag, long nowMillis) {
      this.tag = tag;
      this.firstMillis = nowMillis;
      this.lastMillis = nowMillis;
    }
  }

  Stripe(int entriesPerGeneration, long windowMillis, int maxGenerations, long nowMillis) {
    this.entriesPerGeneration = entriesPerGeneration;
    this.windowMillis = windowMillis;
    this.generationMillis = Math.max(1, windowMillis / (maxGenerations - 1));
    this.maxGenerations = maxGenerations;
    newest = new Generation(FIRST_TAG, nowMillis);
    generations.addFirst(newest);
  }

  /** The claim a hash is pending under, {@link Deduplication#DURABLE} if known, null if new. */
  @Nullable Claim claim(long high, long low, Claim claim, Collection<Claim> open, long nowMillis) {
    lock.lock();
    try {
      if (nowMillis >= rotateAtMillis || newest.entries >= entriesPerGeneration) {
        rotate(nowMillis);
      }
      if (!hashes.add(high, low, newest.tag)) {
        return holder(high, low, open);
      }
      newest.entries++;
      newest.lastMillis = Math.max(newest.lastMillis, nowMillis);
      if (claim.count() == 0) {
        open.add(claim);
      }
      claim.add(high, low);
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Prefetches the memory that {@link #claim} will read; takes no lock. */
  long touch(long low) {
    return hashes.touch(low);
  }

  private static Claim holder(long high, long low, Collection<Claim> open) {
    for (Claim candidate : open) {
      if (candidate.contains(high, low)) {
        return candidate;
      }
    }
    return Deduplication.DURABLE;
  }

  /** Removes a hash whose record did not become durable. */
  void forget(long high, long low) {
    lock.lock();
    try {
      uncount(hashes.remove(high, low));
    } finally {
      lock.unlock();
    }
  }

  private void uncount(int tag) {
    for (Generation generation : generations) {
      if (generation.tag == tag) {
        generation.entries--;
      }
    }
  }

  /**
   * Restores a hash from before a restart, newest first; false if the stripe is full. Takes no
   * lock: no other thread may use the stripe meanwhile. {@link #build} makes it known.
   *
   * @param expected about how many hashes of this stripe will be restored
   */
  boolean restore(long high, long low, long millis, long expected) {
    Generation oldest = generations.getLast();
    if (oldest.entries >= entriesPerGeneration || oldest.lastMillis - millis >= generationMillis) {
      if (generations.size() == maxGenerations) {
        forgottenToMillis = Math.max(forgottenToMillis, millis);
        return false;
      }
      oldest = new Generation(oldest.tag - 1, millis);
      generations.addLast(oldest);
      rotateAtMillis = Long.MIN_VALUE;
    }
    RestoredHashes list = restored;
    if (list == null) {
      long most = (long) entriesPerGeneration * maxGenerations;
      list = new RestoredHashes(Math.min(expected, most));
      restored = list;
    }
    list.add(HashTable.tagged(high, oldest.tag), low);
    oldest.entries++;
    return true;
  }

  /** Adds the restored hashes to the table. Called by the thread that restored them. */
  void build() {
    lock.lock();
    try {
      RestoredHashes list = restored;
      if (list == null) {
        return;
      }
      hashes.expect(list.count());
      for (long i = 0; i < list.count(); i++) {
        int tag = HashTable.tag(list.high(i));
        if (!hashes.add(list.high(i), list.low(i), tag)) {
          uncount(tag);
        }
      }
      dropRestored();
    } finally {
      lock.unlock();
    }
  }

  /** Frees restored hashes. Called by the thread that restored them. */
  void dropRestored() {
    lock.lock();
    try {
      if (restored != null) {
        restored.close();
        restored = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Up to when messages may have been dropped before the end of the window. */
  long forgottenToMillis() {
    lock.lock();
    try {
      return forgottenToMillis;
    } finally {
      lock.unlock();
    }
  }

  long entries() {
    lock.lock();
    try {
      return generations.stream().mapToLong(generation -> generation.entries).sum();
    } finally {
      lock.unlock();
    }
  }

  long sizeBytes() {
    lock.lock();
    try {
      return hashes.sizeBytes() + (restored == null ? 0 : restored.sizeBytes());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      hashes.close();
    } finally {
      lock.unlock();
    }
  }

  /** Drops expired generations; starts a new one when the newest is old or full. */
  private void rotate(long nowMillis) {
    if (restored != null) { // a first claim always comes here
      throw new IllegalStateException("restored hashes are not in the table yet");
    }
    boolean usable =
        newest.entries < entriesPerGeneration && nowMillis - newest.firstMillis < generationMillis;
    int before = generations.size();
    generations.removeIf(generation -> nowMillis - generation.lastMillis > windowMillis);
    if (!usable && generations.size() == maxGenerations) {
      Generation dropped = generations.removeLast();
      if (nowMillis - dropped.lastMillis < windowMillis) {
        forgottenToMillis = dropped.lastMillis;
      }
    }
    if (generations.size() < before) {
      retainCurrent();
    }
    if (!usable) {
      newest = new Generation(newest.tag == LAST_TAG ? 1 : newest.tag + 1, nowMillis);
      generations.addFirst(newest);
    }
    long oldestMillis = generations.getLast().lastMillis;
    rotateAtMillis =
        Math.min(newest.firstMillis + generationMillis, oldestMillis + windowMillis + 1);
  }

  private void retainCurrent() {
    BitSet tags = new BitSet(LAST_TAG + 1);
    generations.forEach(generation -> tags.set(generation.tag));
    hashes.retain(tags);
  }
}
