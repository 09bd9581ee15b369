package io.postrider.bench.deliver;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.BitSet;
import org.HdrHistogram.Histogram;

/**
 * Counts the receiver's requests, with the time of the first and the last. While recording, it
 * stores the number and time of each. Thread-safe.
 */
final class RequestLog {
  private static final long LONGEST_NANOS = 600_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private boolean recording;
  private long count;
  private long firstNanos;
  private long lastNanos;
  private long[] counters = new long[1024];
  private long[] times = new long[1024];
  private int recorded;
  private long wanted;

  synchronized boolean isRecording() {
    return recording;
  }

  synchronized ObjectNode reset(boolean record) {
    recording = record;
    count = 0;
    firstNanos = 0;
    lastNanos = 0;
    recorded = 0;
    return JSON.createObjectNode();
  }

  synchronized void add(long counter, long nowNanos) {
    if (count == 0) {
      firstNanos = nowNanos;
    }
    count++;
    lastNanos = nowNanos;
    if (counter >= 0) {
      if (recorded == times.length) {
        counters = Arrays.copyOf(counters, 2 * recorded);
        times = Arrays.copyOf(times, 2 * recorded);
      }
      counters[recorded] = counter;
      times[recorded++] = nowNanos;
    }
    if (count == wanted) {
      notifyAll();
    }
  }

  /** Waits for a number of requests, up to a timeout; returns how many arrived. */
  synchronized ObjectNode await(long expected, long millis) throws InterruptedException {
    wanted = expected;
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (count < wanted && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    return JSON.createObjectNode()
        .put("count", count)
        .put("first", firstNanos)
        .put("last", lastNanos);
  }

  /** The latencies from the intended time of each call to its arrival. */
  synchronized ObjectNode latency(long startNanos, double intervalNanos) {
    Histogram latencies = new Histogram(LONGEST_NANOS, 3);
    for (int i = 0; i < recorded; i++) {
      long intended = startNanos + (long) (counters[i] * intervalNanos);
      latencies.recordValue(Math.max(0, Math.min(times[i] - intended, LONGEST_NANOS)));
    }
    return JSON.createObjectNode()
        .put("count", recorded)
        .put("p50_ms", latencies.getValueAtPercentile(50) / 1e6)
        .put("p99_ms", latencies.getValueAtPercentile(99) / 1e6)
        .put("max_ms", latencies.getMaxValue() / 1e6);
  }

  /**
   * The calls that arrived after a time and much later than intended: how many, and when the first
   * and the last did; and how many requests repeated a call that had arrived before.
   */
  synchronized ObjectNode late(
      long startNanos, double intervalNanos, long lateNanos, long fromNanos) {
    BitSet seen = new BitSet();
    int late = 0;
    int repeats = 0;
    long first = 0;
    long last = 0;
    for (int i = 0; i < recorded; i++) {
      if (seen.get((int) counters[i])) {
        repeats++;
      }
      seen.set((int) counters[i]);
      long intended = startNanos + (long) (counters[i] * intervalNanos);
      if (times[i] - fromNanos > 0 && times[i] - intended >= lateNanos) {
        first = late == 0 ? times[i] : first;
        last = times[i];
        late++;
      }
    }
    return JSON.createObjectNode()
        .put("late", late)
        .put("first", first)
        .put("last", last)
        .put("repeats", repeats)
        .put("calls", seen.cardinality());
  }
}
