package io.postrider.server.delivery.stats;

import java.time.Duration;

/**
 * What waits at a moment, or the most that did in a stretch of time.
 *
 * @param messages about how many
 * @param age how long ago the oldest of them was accepted; zero if none waits
 */
public record Backlog(long messages, Duration age) {

  /** Nothing waits. */
  public static final Backlog NONE = new Backlog(0, Duration.ZERO);

  /** What waits here and there. */
  public Backlog and(Backlog other) {
    return new Backlog(messages + other.messages, age.compareTo(other.age) >= 0 ? age : other.age);
  }
}
