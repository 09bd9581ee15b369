package io.postrider.server.people.profile;

import java.time.Duration;

/**
 * How much of a person is kept. What exceeds it goes, the oldest events first.
 *
 * @param history how far back events are kept
 * @param mostEvents how many events of one person are kept
 * @param mostBytes how many bytes the events of one person are
 */
public record ProfileLimits(Duration history, int mostEvents, long mostBytes) {

  /** What is left when there was too much: a tenth is made room at once, and not for each event. */
  public int eventsAfterTrimming() {
    return mostEvents - mostEvents / 10;
  }

  /** The same in bytes. */
  public long bytesAfterTrimming() {
    return mostBytes - mostBytes / 10;
  }
}
