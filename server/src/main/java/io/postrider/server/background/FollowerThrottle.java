package io.postrider.server.background;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How followers leave the processors to those who wait for an answer.
 *
 * <p>While the processors are busy, and not with followers alone, each follower rests after each
 * step, and the longer the more of them there are: together they work for a small share of the time
 * only. They fall behind then, and catch up when there is less to do. Who is far behind rests no
 * longer: what is derived must not wait for a quiet hour that never comes.
 *
 * <p>One for all followers of the process; safe to share.
 */
public final class FollowerThrottle {

  /** The processors are busy from here on. */
  static final double BUSY = 0.75;

  /**
   * Others who get less of busy processors do not want more: the scheduler would give even one
   * thread of theirs more beside the followers of a partition.
   */
  static final double WANTED = 0.2;

  /** One part of work of any follower is followed by so many of rest of all. */
  static final int REST_FOR_WORK = 19;

  /** No rest is longer, so that nothing seems to have stopped. */
  static final Duration LONGEST_REST = Duration.ofSeconds(10);

  /** Who is so far behind does not rest. */
  static final Duration FAR_BEHIND = Duration.ofMinutes(10);

  /** For those who never rest. */
  public static final FollowerThrottle NONE =
      new FollowerThrottle(
          new CpuLoad() {
            @Override
            public Use use() {
              return new Use(0, 0);
            }

            @Override
            public void follows(Thread thread) {}
          },
          InstantSource.system());

  private final CpuLoad processors;
  private final InstantSource time;
  private Instant restedAt = Instant.MIN;

  public FollowerThrottle(CpuLoad processors, InstantSource time) {
    this.processors = processors;
    this.time = time;
  }

  /** A follower that is driven by this thread begins. */
  void begins(Thread thread) {
    processors.follows(thread);
  }

  /**
   * How long to rest.
   *
   * @param worked how long the last step took
   * @param takenTo when the last record of the step was appended
   */
  synchronized Duration rest(Duration worked, Instant takenTo) {
    Instant now = time.instant();
    if (!areWantedByOthers(processors.use())) {
      restedAt = now;
      return Duration.ZERO;
    }
    if (Duration.between(takenTo, now).compareTo(FAR_BEHIND) >= 0) {
      return Duration.ZERO;
    }
    Instant after = restedAt.isAfter(now) ? restedAt : now;
    Duration wanted = Duration.between(now, after.plus(worked.multipliedBy(REST_FOR_WORK)));
    Duration rest = wanted.compareTo(LONGEST_REST) < 0 ? wanted : LONGEST_REST;
    restedAt = now.plus(rest);
    return rest;
  }

  private static boolean areWantedByOthers(CpuLoad.Use use) {
    return use.all() >= BUSY && use.others() >= WANTED;
  }
}
