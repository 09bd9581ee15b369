package io.postrider.server.follow;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.DoubleSupplier;

/**
 * How followers leave the processors to those who wait for an answer.
 *
 * <p>While the processors are busy, a follower rests after each step, so that it works for a small
 * share of the time only. It falls behind then, and catches up when there is less to do. Once it is
 * far behind it rests no longer: what is derived must not wait for a quiet hour that never comes.
 *
 * <p>Safe to share if the load may be asked by any thread.
 *
 * @param load how busy the processors are, from 0 to 1; negative if that is not known
 */
public record Courtesy(DoubleSupplier load, InstantSource time) {

  /** The processors are busy from here on. */
  static final double BUSY = 0.85;

  /** One part of work is followed by so many of rest. */
  static final int REST_FOR_WORK = 19;

  /** No rest is longer, so that nothing seems to have stopped. */
  static final Duration LONGEST_REST = Duration.ofSeconds(2);

  /** Who is so far behind does not rest. */
  static final Duration FAR_BEHIND = Duration.ofMinutes(10);

  /** For those who never rest. */
  public static final Courtesy NONE = new Courtesy(() -> 0, InstantSource.system());

  /**
   * How long to rest.
   *
   * @param worked how long the last step took
   * @param takenTo when the last record of the step was appended
   */
  Duration rest(Duration worked, Instant takenTo) {
    Duration behind = Duration.between(takenTo, time.instant());
    if (behind.compareTo(FAR_BEHIND) >= 0 || load.getAsDouble() < BUSY) {
      return Duration.ZERO;
    }
    Duration rest = worked.multipliedBy(REST_FOR_WORK);
    return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }
}
