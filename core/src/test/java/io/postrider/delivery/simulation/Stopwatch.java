package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/** Measures total time over several periods. */
final class Stopwatch {

  private record Period(long fromMillis, long toMillis) {}

  private final List<Period> periods = new ArrayList<>();
  private long sinceMillis = -1;

  void start(long nowMillis) {
    if (sinceMillis < 0) {
      sinceMillis = nowMillis;
    }
  }

  void stop(long nowMillis) {
    if (sinceMillis >= 0) {
      periods.add(new Period(sinceMillis, nowMillis));
      sinceMillis = -1;
    }
  }

  /** Forgets what was measured after a time. */
  void forgetAfter(long millis) {
    periods.replaceAll(
        period ->
            new Period(period.fromMillis, Math.clamp(millis, period.fromMillis, period.toMillis)));
  }

  long total(long nowMillis) {
    long total = sinceMillis < 0 ? 0 : nowMillis - sinceMillis;
    for (Period period : periods) {
      total += period.toMillis - period.fromMillis;
    }
    return total;
  }
}
