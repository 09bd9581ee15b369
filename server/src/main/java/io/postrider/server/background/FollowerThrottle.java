package io.postrider.server.background;

import io.postrider.log.SteadyTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Slows followers while the processors are busy with requests.
 *
 * <p>While the processors are busy, and not with followers alone, every follower pauses after each
 * step. The pauses of all followers add up, so together they use a small share of the time. They
 * fall behind, and catch up when the load drops. A follower that is far behind is not slowed, so
 * that its projection stays current under permanent load.
 *
 * <p>One instance for all followers of the process. Safe to call from any thread.
 */
public final class FollowerThrottle {

  /** From this load on the processors are busy. */
  static final double BUSY = 0.75;

  /**
   * If everything else uses less of busy processors, followers alone keep them busy: the scheduler
   * would give even one other runnable thread more than this.
   */
  static final double WANTED = 0.2;

  /** How many times as long as a step all followers pause after it. */
  static final int REST_FOR_WORK = 19;

  /** The longest pause, so that no follower seems to hang. */
  static final Duration MAX_PAUSE = Duration.ofSeconds(10);

  /** A follower that is this far behind does not pause. */
  static final Duration FAR_BEHIND = Duration.ofMinutes(10);

  /** Slows nobody. */
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
          InstantSource.system(),
          SteadyTime.ofSystem());

  private final CpuLoad processors;
  private final InstantSource time;
  private final InstantSource steadyTime;
  private Instant restedAt = Instant.MIN;

  /**
   * @param time the clock of the log's records
   * @param steadyTime measures pauses
   */
  public FollowerThrottle(CpuLoad processors, InstantSource time, InstantSource steadyTime) {
    this.processors = processors;
    this.time = time;
    this.steadyTime = steadyTime;
  }

  /** Registers the thread of a follower. */
  void begins(Thread thread) {
    processors.follows(thread);
  }

  /**
   * The pause after a step.
   *
   * @param worked how long the step took
   * @param takenTo when the last record of the step was appended
   */
  synchronized Duration rest(Duration worked, Instant takenTo) {
    Instant now = steadyTime.instant();
    if (!neededByOthers(processors.use())) {
      restedAt = now;
      return Duration.ZERO;
    }
    if (Duration.between(takenTo, time.instant()).compareTo(FAR_BEHIND) >= 0) {
      return Duration.ZERO;
    }
    Instant after = restedAt.isAfter(now) ? restedAt : now;
    Duration wanted = Duration.between(now, after.plus(worked.multipliedBy(REST_FOR_WORK)));
    Duration rest = wanted.compareTo(MAX_PAUSE) < 0 ? wanted : MAX_PAUSE;
    restedAt = now.plus(rest);
    return rest;
  }

  private static boolean neededByOthers(CpuLoad.Use use) {
    return use.all() >= BUSY && use.others() >= WANTED;
  }
}
