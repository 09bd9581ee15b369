package io.postrider.server.ingest.dedupe;

import java.util.concurrent.CompletableFuture;

/**
 * The new hashes of one request and their shared outcome: durable or failed.
 *
 * <p>A small set by open addressing, at most half full. Belongs to the event loop of its request,
 * which adds a hash only while it holds the lock of the hash's stripe. Any thread that holds that
 * lock may look the hash up: everything written to the set before it is then visible.
 */
public final class Claim {

  private final CompletableFuture<Void> outcome = new CompletableFuture<>();
  private final long[] hashes;
  private int count;

  public Claim(int messages) {
    int slots = Integer.highestOneBit(Math.max(1, messages)) * 4;
    hashes = new long[2 * slots];
  }

  /** Completes when the records are durable, and exceptionally when they will not be. */
  public CompletableFuture<Void> outcome() {
    return outcome;
  }

  public int count() {
    return count;
  }

  void add(long high, long low) {
    int slot = slot(high, low);
    hashes[slot] = high;
    hashes[slot + 1] = low;
    count++;
  }

  boolean contains(long high, long low) {
    return hashes[slot(high, low)] != 0;
  }

  void forEach(Visitor visitor) {
    for (int slot = 0; slot < hashes.length; slot += 2) {
      if (hashes[slot] != 0) {
        visitor.visit(hashes[slot], hashes[slot + 1]);
      }
    }
  }

  interface Visitor {
    void visit(long high, long low);
  }

  /** The index of a hash, or of the empty slot for it; an empty slot starts with 0. */
  private int slot(long high, long low) {
    int mask = hashes.length - 2;
    int slot = ((int) low << 1) & mask;
    while (hashes[slot] != 0 && (hashes[slot] != high || hashes[slot + 1] != low)) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }
}
