package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cursor remembers, as {@link CursorCodec} writes and reads it.
 *
 * @param urls the hashes of the URLs by which the open deliveries count
 * @param pausedSinceMillis {@link Pauses#NONE} if it is not paused
 * @param replay the replay that runs, or null
 */
record CursorState(
    long readTo,
    UrlHashes urls,
    long pausedSinceMillis,
    List<Pauses.Pause> pauses,
    List<Holds.Hold> holds,
    List<OpenDelivery> open,
    @Nullable ReplayProgress replay) {

  /** Hashes of URLs, in the order of a plan. */
  static final class UrlHashes {

    private final long[] hashes;

    UrlHashes(long[] hashes) {
      this.hashes = hashes;
    }

    long[] hashes() {
      return hashes;
    }
  }
}
