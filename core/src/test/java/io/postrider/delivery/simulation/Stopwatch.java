package io.postrider.delivery.simulation;

/** How long something lasted in all. */
final class Stopwatch {

  private long totalMillis;
  private long sinceMillis = -1;

  void start(long nowMillis) {
    if (sinceMillis < 0) {
      sinceMillis = nowMillis;
    }
  }

  void stop(long nowMillis) {
    totalMillis = total(nowMillis);
    sinceMillis = -1;
  }

  long total(long nowMillis) {
    return totalMillis + (sinceMillis < 0 ? 0 : nowMillis - sinceMillis);
  }
}
