package io.postrider.server.delivery.stats;

import java.time.Duration;

/**
 * A backlog at one moment, or the largest of a time range.
 *
 * @param messages approximate
 * @param age the age of the oldest waiting message; zero if none waits
 */
public record Backlog(long messages, Duration age) {

  /** An empty backlog. */
  public static final Backlog NONE = new Backlog(0, Duration.ZERO);

  /** The sum of two backlogs. */
  public Backlog and(Backlog other) {
    return new Backlog(messages + other.messages, age.compareTo(other.age) >= 0 ? age : other.age);
  }
}
