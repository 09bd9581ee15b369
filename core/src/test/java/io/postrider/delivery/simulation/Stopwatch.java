package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/** Measures total time over several periods. */
final class Stopwatch {

  private record Stretch(long fromMillis, long toMillis) {}

  private final List<Stretch> stretches = new ArrayList<>();
  private long sinceMillis = -1;

  void start(long nowMillis) {
    if (sinceMillis < 0) {
      sinceMillis = nowMillis;
    }
  }

  void stop(long nowMillis) {
    if (sinceMillis >= 0) {
      stretches.add(new Stretch(sinceMillis, nowMillis));
      sinceMillis = -1;
    }
  }

  /** Forgets what was measured after a time. */
  void forgetAfter(long millis) {
    stretches.replaceAll(
        stretch ->
            new Stretch(
                stretch.fromMillis, Math.clamp(millis, stretch.fromMillis, stretch.toMillis)));
  }

  long total(long nowMillis) {
    long total = sinceMillis < 0 ? 0 : nowMillis - sinceMillis;
    for (Stretch stretch : stretches) {
      total += stretch.toMillis - stretch.fromMillis;
    }
    return total;
  }
}
