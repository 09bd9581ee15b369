package io.postrider.server.collect.dedupe;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * The hashes of one request that are new, and the outcome they share: durable or not.
 *
 * <p>Belongs to the event loop of its request; others only wait for {@link #outcome}.
 */
public final class Claim {

  private final CompletableFuture<Void> outcome = new CompletableFuture<>();
  private long[] hashes = new long[2];
  private int count;

  /** Completes when the records are durable, and exceptionally when they will not be. */
  public CompletableFuture<Void> outcome() {
    return outcome;
  }

  /** How many hashes are claimed. */
  public int count() {
    return count;
  }

  void add(long high, long low) {
    if (2 * count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    }
    hashes[2 * count] = high;
    hashes[2 * count + 1] = low;
    count++;
  }

  long high(int index) {
    return hashes[2 * index];
  }

  long low(int index) {
    return hashes[2 * index + 1];
  }
}
