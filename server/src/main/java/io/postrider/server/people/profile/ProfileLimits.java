package io.postrider.server.people.profile;

import java.time.Duration;

/**
 * The limits of a profile. The oldest events beyond them are deleted.
 *
 * @param history the maximum age of events
 * @param mostEvents the most events of a profile
 * @param mostBytes the maximum size of a profile's events
 */
public record ProfileLimits(Duration history, int mostEvents, long mostBytes) {

  /** The number of events left by trimming, which makes room for a tenth at once. */
  public int eventsAfterTrimming() {
    return mostEvents - mostEvents / 10;
  }

  /** The same in bytes. */
  public long bytesAfterTrimming() {
    return mostBytes - mostBytes / 10;
  }
}
