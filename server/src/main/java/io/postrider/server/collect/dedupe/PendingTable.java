package io.postrider.server.collect.dedupe;

import org.jspecify.annotations.Nullable;

/**
 * The hashes whose records are on their way to the log, each with the claim that brings it there.
 *
 * <p>Not thread-safe. Open addressing; removal moves later entries back, so there are no
 * tombstones.
 */
final class PendingTable {

  private long[] highs = new long[64];
  private long[] lows = new long[64];
  private @Nullable Claim[] claims = new Claim[64];
  private int entries;

  /** The claim under which a hash is pending, or null. */
  @Nullable Claim find(long high, long low) {
    return claims[slot(high, low)];
  }

  void add(long high, long low, Claim claim) {
    if (2 * (entries + 1) > claims.length) {
      grow();
    }
    put(high, low, claim);
    entries++;
  }

  void remove(long high, long low) {
    int hole = slot(high, low);
    if (claims[hole] == null) {
      throw new IllegalStateException("a hash that is not pending was settled");
    }
    entries--;
    int mask = claims.length - 1;
    int slot = hole;
    while (true) {
      claims[hole] = null;
      int home;
      do {
        slot = (slot + 1) & mask;
        if (claims[slot] == null) {
          return;
        }
        home = (int) lows[slot] & mask;
        // an entry may move into the hole only if the hole lies between its home and its place
      } while (((slot - home) & mask) < ((slot - hole) & mask));
      highs[hole] = highs[slot];
      lows[hole] = lows[slot];
      claims[hole] = claims[slot];
      hole = slot;
    }
  }

  private void put(long high, long low, Claim claim) {
    int slot = slot(high, low);
    highs[slot] = high;
    lows[slot] = low;
    claims[slot] = claim;
  }

  private int slot(long high, long low) {
    int mask = claims.length - 1;
    int slot = (int) low & mask;
    while (claims[slot] != null && (highs[slot] != high || lows[slot] != low)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldHighs = highs;
    long[] oldLows = lows;
    @Nullable Claim[] oldClaims = claims;
    highs = new long[2 * oldHighs.length];
    lows = new long[2 * oldLows.length];
    claims = new Claim[2 * oldClaims.length];
    for (int i = 0; i < oldClaims.length; i++) {
      Claim claim = oldClaims[i];
      if (claim != null) {
        put(oldHighs[i], oldLows[i], claim);
      }
    }
  }
}
