package io.postrider.bench.load;

import io.netty.channel.EventLoop;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What one event loop counts during a run; only that loop touches it until the run is over. */
final class Lane {
  private static final long LONGEST_NANOS = 60_000_000_000L;

  final EventLoop loop;
  final String idPrefix;
  final Histogram latencies = new Histogram(LONGEST_NANOS, 3);
  private final CountDownLatch open;
  private @Nullable Pace pace;
  private long endNanos;
  private long nextId;
  long answered;
  long answeredInTime;
  long unexpected;
  @Nullable String complaint;

  /**
   * A lane for one loop.
   *
   * @param open counts the connections of all lanes that are not closed yet
   */
  Lane(EventLoop loop, String idPrefix, CountDownLatch open) {
    this.loop = loop;
    this.idPrefix = idPrefix;
    this.open = open;
  }

  void start(Pace pace, long endNanos) {
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

  void answered(boolean success, AnswerReader answer, long sentNanos, long nowNanos) {
    if (!success) {
      unexpected++;
      complain("unexpected answer: " + answer.text());
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
    complain(why);
  }

  void closed() {
    open.countDown();
  }

  private void complain(String what) {
    if (complaint == null) {
      complaint = what;
    }
  }
}
