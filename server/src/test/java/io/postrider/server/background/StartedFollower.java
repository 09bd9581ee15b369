package io.postrider.server.background;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import org.jspecify.annotations.Nullable;

/** Followers that read at once. */
public final class StartedFollower {

  private StartedFollower() {}

  public static LogFollower of(
      String name,
      RecordLog log,
      Projection projection,
      FollowerLimits limits,
      FollowerThrottle throttle,
      MeterRegistry metrics) {
    return of(name, log, projection, limits, throttle, metrics, null);
  }

  public static LogFollower of(
      String name,
      RecordLog log,
      Projection projection,
      FollowerLimits limits,
      FollowerThrottle throttle,
      MeterRegistry metrics,
      @Nullable SharedLog shared) {
    LogFollower follower =
        LogFollower.open(name, log, projection, limits, throttle, metrics, shared);
    follower.start();
    return follower;
  }
}
