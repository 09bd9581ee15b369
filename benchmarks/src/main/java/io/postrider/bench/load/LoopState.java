package io.postrider.bench.load;

import io.netty.channel.EventLoop;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The counters of one event loop during a run. Used only by that loop until the run ends. */
final class LoopState {
  private static final long LONGEST_NANOS = 60_000_000_000L;

  final EventLoop loop;
  final String idPrefix;
  final Histogram latencies = new Histogram(LONGEST_NANOS, 3);
  private final CountDownLatch open;
  private @Nullable Pacing pace;
  private long endNanos;
  private long nextId;
  long answered;
  long answeredInTime;
  long unexpected;
  @Nullable String firstError;

  /**
   * Creates the counters of one loop.
   *
   * @param open counts the open connections of all loops
   */
  LoopState(EventLoop loop, String idPrefix, CountDownLatch open) {
    this.loop = loop;
    this.idPrefix = idPrefix;
    this.open = open;
  }

  void start(Pacing pace, long endNanos) {
    this.pace = pace;
    this.endNanos = endNanos;
  }

  void free(Connection connection, long nowNanos) {
    if (pace == null) {
      throw new IllegalStateException("not started");
    }
    pace.free(connection, nowNanos);
  }

  long unsent() {
    return pace == null ? 0 : pace.unsent();
  }

  long takeIds(int count) {
    long first = nextId;
    nextId += count;
    return first;
  }

  void answered(boolean success, ResponseReader response, long sentNanos, long nowNanos) {
    if (!success) {
      unexpected++;
      recordError("unexpected response: " + response.text());
      return;
    }
    answered++;
    if (nowNanos - endNanos <= 0) {
      answeredInTime++;
    }
    latencies.recordValue(Math.min(nowNanos - sentNanos, LONGEST_NANOS));
  }

  void broken(String why) {
    unexpected++;
    recordError(why);
  }

  void closed() {
    open.countDown();
  }

  private void recordError(String what) {
    if (firstError == null) {
      firstError = what;
    }
  }
}
