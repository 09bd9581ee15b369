package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that {@link CursorCodec} encodes.
 *
 * @param urls hashes of the URLs to which the indexes in open deliveries refer
 * @param pausedSinceMillis {@link Pauses#NONE} if not paused
 * @param replay the running replay, or null
 */
record CursorState(
    long readTo,
    UrlHashes urls,
    long pausedSinceMillis,
    List<Pauses.Pause> pauses,
    List<Holds.Hold> holds,
    List<OpenDelivery> open,
    @Nullable ReplayProgress replay) {

  /** Hashes of URLs, in the order of the settings. */
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
